import { ReadFailure } from "./read-failure.ts";
import { walkXml } from "./xml.ts";
import type { Zip } from "./zip.ts";

/** The parts that one part of an Office document points to, by the last word of the relationship's type. */
export interface RelatedParts {
  /** The first sound part of this type, unpacked; null where there is none. */
  first(type: string): Uint8Array | null;
  all(type: string): Uint8Array[];
  /** The paths of all parts of this type that are there. */
  paths(type: string): string[];
  /** The path of the part that is known here by this id, null where it is not there. */
  pathOf(id: string): string | null;
}

/** The path of the document's main part, null where the archive names none. */
export function mainPartOf(zip: Zip): string | null {
  return relationshipsOf(zip, "").find(({ type }) => type === "officeDocument")?.target ?? null;
}

/** Follows the relationships of a part. Targets outside the archive are never followed. */
export function relatedPartsOf(zip: Zip, part: string): RelatedParts {
  const relationships = relationshipsOf(zip, part);
  const paths = (type: string) => [
    ...new Set(
      relationships.filter((each) => each.type === type && zip.has(each.target)).map((each) => each.target),
    ),
  ];
  const read = (type: string) => paths(type).flatMap((path) => readSidePart(zip, path));
  return {
    first: (type) => read(type)[0] ?? null,
    all: read,
    paths,
    pathOf: (id) => relationships.find((each) => each.id === id && zip.has(each.target))?.target ?? null,
  };
}

/** The part at a path in a list of its own. A damaged part costs what it holds, not the document that points to it. */
export function readSidePart(zip: Zip, path: string): Uint8Array[] {
  try {
    return [zip.read(path)];
  } catch (error) {
    if (error instanceof ReadFailure && error.reason === "corrupt") return [];
    throw error;
  }
}

interface Relationship {
  id: string;
  type: string;
  target: string;
}

function relationshipsOf(zip: Zip, part: string): Relationship[] {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!zip.has(path)) return [];
  const relationships: Relationship[] = [];
  walkXml(zip.read(path), {
    onOpen(name, { Id, Type, Target, TargetMode }) {
      if (name !== "Relationship" || Type === undefined || Target === undefined) return;
      if (TargetMode === "External") return;
      const type = Type.slice(Type.lastIndexOf("/") + 1);
      relationships.push({ id: Id ?? "", type, target: resolvePath(folder, Target) });
    },
    onClose: () => undefined,
  });
  return relationships;
}

/** The path in an archive that a target means when it is named from a folder. */
export function resolvePath(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith("/") ? target : folder + target).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}
