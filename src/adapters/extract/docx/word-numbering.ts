import { type CountedList, type ListCounter, type ListLevel, openListCounter } from "../list-counter.ts";
import { walkXml, type XmlAttributes } from "../xml.ts";
import type { WordStyles } from "./word-styles.ts";

interface AbstractList {
  levels: Map<number, ListLevel>;
  styleLink: string | null;
}

interface List extends CountedList {
  startOverrides: Map<number, number>;
  levelOverrides: Map<number, ListLevel>;
}

/** Reads `numbering.xml`; null stands for a document without lists. */
export function readNumbering(bytes: Uint8Array | null, styles: WordStyles): ListCounter {
  const { abstractLists, lists } = bytes === null ? noLists() : collectLists(bytes);

  /** An abstract list may only point to a style, whose list has the levels. */
  function shapeIdOf({ shapeId }: List): string {
    const styleLink = abstractLists.get(shapeId)?.styleLink ?? null;
    const linked = styleLink === null ? null : styles.listOf(styleLink);
    const target = linked === null ? undefined : lists.get(linked.numberingId);
    return target !== undefined && abstractLists.has(target.shapeId) ? target.shapeId : shapeId;
  }

  return openListCounter({
    lists: new Map([...lists].map(([id, list]) => [id, { ...list, shapeId: shapeIdOf(list) }])),
    shapes: new Map([...abstractLists].map(([id, { levels }]) => [id, levels])),
  });
}

interface Lists {
  abstractLists: Map<string, AbstractList>;
  lists: Map<string, List>;
}

function noLists(): Lists {
  return { abstractLists: new Map(), lists: new Map() };
}

function collectLists(bytes: Uint8Array): Lists {
  const found = noLists();
  let abstract: AbstractList | null = null;
  let level: ListLevel | null = null;
  let list: List | null = null;
  let overridden = 0;

  function open(name: string, attributes: XmlAttributes): void {
    const value = attributes.val ?? "";
    if (name === "abstractNum") {
      abstract = { levels: new Map(), styleLink: null };
      found.abstractLists.set(attributes.abstractNumId ?? "", abstract);
    } else if (name === "num") {
      list = { shapeId: "", startOverrides: new Map(), levelOverrides: new Map() };
      found.lists.set(attributes.numId ?? "", list);
    } else if (name === "lvlOverride") overridden = Number.parseInt(attributes.ilvl ?? "0", 10);
    else if (name === "lvl") {
      level = { start: 1, format: "decimal", text: "", isLegal: false };
      const levels = abstract?.levels ?? list?.levelOverrides;
      levels?.set(Number.parseInt(attributes.ilvl ?? "0", 10), level);
    } else if (name === "numStyleLink" && abstract !== null) abstract.styleLink = value;
    else if (name === "abstractNumId" && list !== null) list.shapeId = value;
    else if (name === "startOverride" && list !== null) {
      list.startOverrides.set(overridden, Number.parseInt(value, 10) || 0);
    } else if (level !== null) openLevelProperty(level, name, value);
  }

  walkXml(bytes, {
    onOpen: open,
    onClose(name) {
      if (name === "abstractNum") abstract = null;
      else if (name === "num") list = null;
      else if (name === "lvl") level = null;
    },
  });
  return found;
}

function openLevelProperty(level: ListLevel, name: string, value: string): void {
  if (name === "start") level.start = Number.parseInt(value, 10) || 0;
  else if (name === "numFmt") level.format = value;
  else if (name === "lvlText") level.text = value;
  else if (name === "isLgl") level.isLegal = value !== "0" && value !== "false";
}
