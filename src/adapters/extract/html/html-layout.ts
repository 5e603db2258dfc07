import type { Gap, SectionBuilder } from "../section-builder.ts";

/** Turns the events of an HTML parser into lines: what is hidden is left out, blocks begin new lines. */
interface HtmlLayout {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
  end(): void;
}

const HIDDEN = new Set(
  "script style noscript template iframe canvas audio video noframes noembed annotation annotation-xml rp rt".split(
    " ",
  ),
);
const PARAGRAPHS = new Set(
  "p div section article main header footer nav aside blockquote pre table ul ol dl figure form fieldset address hr details body".split(
    " ",
  ),
);
const LINES = new Set("li dt dd tr br caption figcaption option legend summary optgroup select".split(" "));
const CELLS = new Set(["td", "th"]);
const HEADING = /^h([1-6])$/;
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

interface OpenElement {
  name: string;
  isHidden: boolean;
}

/** A layout that writes its lines into the builder. */
export function openHtmlLayout(builder: SectionBuilder): HtmlLayout {
  const elements: OpenElement[] = [];
  const lists: { isOrdered: boolean; count: number; items: number }[] = [];
  const tables: { isMarked: boolean }[] = [];
  let hiddenDepth = 0;
  let preDepth = 0;
  let headingLevel: number | null = null;
  let title: string | null = null;
  let isInTitle = false;

  // The line being written. `wantsGap` and `wantedCells` are paid when the next character comes.
  let line: string[] = [];
  let endsInSpace = true;
  let lineGap: Gap = "paragraph";
  let wantsGap: Gap | null = null;
  let wantedCells = 0;
  let rowHasText = false;
  let isCellStart = false;
  let bullet = "";

  function breakLine(gap: Gap): void {
    if (headingLevel !== null) {
      inline(" ");
      return;
    }
    // The first paragraph of a cell stands beside the cell before it.
    if (isCellStart) return;
    wantsGap = gap === "paragraph" || wantsGap === "paragraph" ? "paragraph" : "line";
  }

  function flush(): void {
    const text = line.join("").trimEnd();
    if (text !== "") builder.add(text, lineGap);
    line = [];
    endsInSpace = true;
  }

  function isFirstItem(): boolean {
    return lists.length === 1 && lists[0]?.items === 1;
  }

  function payDebts(): void {
    if (wantedCells > 0) {
      // Empty cells in between are worth one more mark, not a row of them.
      line.push(endsInSpace ? "" : " ", wantedCells > 1 ? "| | " : "| ");
      endsInSpace = true;
    } else if (wantsGap !== null) {
      flush();
      lineGap = bullet !== "" && !isFirstItem() ? "line" : wantsGap;
    }
    wantedCells = 0;
    wantsGap = null;
    if (bullet !== "") line.push(bullet);
    bullet = "";
    rowHasText = true;
    isCellStart = false;
  }

  function inline(text: string): void {
    const collapsed = text.replace(/[\s\u00a0]+/g, " ");
    const startsSpaced = wantsGap !== null || wantedCells > 0 || endsInSpace;
    const visible = startsSpaced ? collapsed.trimStart() : collapsed;
    if (visible === "") return;
    if (visible !== " ") payDebts();
    line.push(visible);
    endsInSpace = visible.endsWith(" ");
  }

  function preformatted(text: string): void {
    for (const [index, piece] of text.split(/\r?\n/).entries()) {
      if (index > 0) wantsGap = wantsGap === null ? "line" : "paragraph";
      if (piece === "") continue;
      payDebts();
      line.push(piece);
      endsInSpace = false;
    }
  }

  function closeHeading(): void {
    const heading = line.join("").trim();
    line = [];
    endsInSpace = true;
    if (headingLevel !== null) builder.addHeading(headingLevel, heading);
    headingLevel = null;
    wantsGap = "paragraph";
  }

  function openList(isOrdered: boolean, attributes: Readonly<Record<string, string>>): void {
    const first = Number.parseInt(attributes.start ?? "1", 10);
    lists.push({ isOrdered, count: Number.isNaN(first) ? 0 : first - 1, items: 0 });
  }

  /** The first row begins what the builder knows as a table: a caption stands above it. */
  function markTable(): void {
    const table = tables.at(-1);
    // At the start of a cell no line has ended: the row goes on in the line of the table around it.
    if (table === undefined || table.isMarked || isCellStart || headingLevel !== null) return;
    flush();
    builder.openTable();
    table.isMarked = true;
  }

  function closeTable(): void {
    if (tables.pop()?.isMarked !== true) return;
    flush();
    builder.closeTable();
  }

  function openVisible(name: string, attributes: Readonly<Record<string, string>>): void {
    const heading = HEADING.exec(name)?.[1];
    if (heading !== undefined && headingLevel === null) {
      flush();
      wantsGap = null;
      wantedCells = 0;
      bullet = "";
      headingLevel = Number(heading);
    } else if (PARAGRAPHS.has(name)) breakLine("paragraph");
    else if (LINES.has(name)) breakLine("line");
    if (name === "table") tables.push({ isMarked: false });
    else if (name === "tr") {
      markTable();
      rowHasText = false;
    } else if (CELLS.has(name)) {
      isCellStart = true;
      if (rowHasText) wantedCells++;
    } else if (name === "ul" || name === "ol") openList(name === "ol", attributes);
    else if (name === "li") {
      const list = lists.at(-1);
      if (list !== undefined) {
        list.count++;
        list.items++;
      }
      bullet = list?.isOrdered ? `${list.count}. ` : "- ";
    } else if (name === "pre") preDepth++;
    else if (name === "img" && attributes.alt) inline(` ${attributes.alt} `);
    else if (name === "title" && title === null && !elements.some((element) => element.name === "svg")) {
      isInTitle = true;
      title = "";
    }
  }

  function closeVisible(name: string): void {
    if (HEADING.test(name)) closeHeading();
    else if (PARAGRAPHS.has(name)) breakLine("paragraph");
    else if (LINES.has(name)) breakLine("line");
    if (CELLS.has(name)) {
      isCellStart = false;
      if (wantsGap !== null) wantsGap = "line";
    } else if (name === "table") closeTable();
    else if (name === "ul" || name === "ol") lists.pop();
    else if (name === "li") bullet = "";
    else if (name === "pre") preDepth--;
    else if (name === "title" && isInTitle) {
      isInTitle = false;
      if (title?.trim()) builder.addTitle(title.replace(/\s+/g, " ").trim());
    }
  }

  return {
    open(name, attributes) {
      const isHidden =
        HIDDEN.has(name) || attributes.hidden !== undefined || HIDING_STYLE.test(attributes.style ?? "");
      elements.push({ name, isHidden });
      if (isHidden) hiddenDepth++;
      if (hiddenDepth === 0) openVisible(name, attributes);
    },
    close(name) {
      const wasVisible = hiddenDepth === 0;
      if (elements.pop()?.isHidden) hiddenDepth--;
      if (wasVisible) closeVisible(name);
    },
    text(text) {
      if (hiddenDepth > 0) return;
      if (isInTitle) title += text;
      else if (preDepth > 0 && headingLevel === null) preformatted(text);
      else inline(text);
    },
    end() {
      if (headingLevel !== null) closeHeading();
      flush();
    },
  };
}
