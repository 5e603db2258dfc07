import { readSidePart, resolvePath } from "../office-parts.ts";
import { walkXml } from "../xml.ts";
import type { Zip } from "../zip.ts";
import { decodePath } from "./encryption.ts";

/** What a book says of itself. */
export interface Book {
  title: string;
  authors: string[];
  chapters: Chapter[];
}

interface Chapter {
  path: string;
  /** Its name in the table of contents, null where it has none. */
  label: string | null;
}

const CONTAINER = "META-INF/container.xml";
const TEXT_TYPE = /html|svg|\bxml\b/i;
const TEXT_NAME = /\.x?html?$/i;

/** Follows the container to the package and its spine; a book without either has its pages in the order of their names. */
export function readBook(zip: Zip): Book {
  const packagePath = findPackage(zip);
  const listed = packagePath === null ? null : readPackage(zip, packagePath);
  const spine = listed?.spine.filter((path) => zip.has(path)) ?? [];
  const paths = spine.length > 0 ? spine : zip.names.filter((name) => TEXT_NAME.test(name)).sort();
  const labels = new Map<string, string>();
  for (const path of listed?.contents ?? []) if (zip.has(path)) addLabels(zip, path, labels);
  return {
    title: listed?.title.trim() ?? "",
    authors: listed?.authors.map((author) => author.trim()) ?? [],
    chapters: paths.map((path) => ({ path, label: labels.get(path) ?? null })),
  };
}

function findPackage(zip: Zip): string | null {
  let found: string | null = null;
  for (const bytes of zip.has(CONTAINER) ? readSidePart(zip, CONTAINER) : []) {
    walkXml(bytes, {
      onOpen(name, attributes) {
        if (name === "rootfile") found ??= decodePath(attributes["full-path"] ?? "");
      },
      onClose: () => undefined,
    });
  }
  if (found !== null && zip.has(found)) return found;
  return zip.names.find((name) => name.toLowerCase().endsWith(".opf")) ?? null;
}

interface Package {
  title: string;
  authors: string[];
  spine: string[];
  /** The files that may hold the table of contents. */
  contents: string[];
}

function readPackage(zip: Zip, path: string): Package {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const items = new Map<string, string>();
  const found: Package = { title: "", authors: [], spine: [], contents: [] };
  let field: "title" | "creator" | null = null;
  for (const bytes of readSidePart(zip, path)) {
    walkXml(bytes, {
      onOpen(name, attributes) {
        const { id, href, idref } = attributes;
        const type = attributes["media-type"] ?? "";
        if (name === "item" && id !== undefined && href !== undefined) {
          const target = resolvePath(folder, decodePath(href));
          if (TEXT_TYPE.test(type)) items.set(id, target);
          const isContents = (attributes.properties ?? "").split(" ").includes("nav");
          if (isContents || type === "application/x-dtbncx+xml") found.contents.push(target);
        } else if (name === "itemref" && idref !== undefined) {
          const target = items.get(idref);
          if (target !== undefined) found.spine.push(target);
        } else if (name === "title" || name === "creator") {
          field = name;
          if (name === "creator") found.authors.push("");
        }
      },
      onText(text) {
        if (field === "title") found.title += text;
        else if (field === "creator") found.authors.push(`${found.authors.pop() ?? ""}${text}`);
      },
      onClose: () => {
        field = null;
      },
    });
  }
  return found;
}

/** The names that a table of contents, old or new, has for files; the first name of a file counts. */
function addLabels(zip: Zip, path: string, labels: Map<string, string>): void {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  let label: string[] | null = null;
  let target: string | null = null;
  function add(): void {
    const text = label?.join("").replace(/\s+/g, " ").trim() ?? "";
    if (target !== null && text !== "" && !labels.has(target)) labels.set(target, text);
  }
  for (const bytes of readSidePart(zip, path)) {
    walkXml(bytes, {
      onOpen(name, attributes) {
        if (name === "navLabel") label = [];
        else if (name === "content" && attributes.src !== undefined) {
          target = resolvePath(folder, decodePath(attributes.src));
          add();
        } else if (name === "a" && attributes.href !== undefined) {
          target = resolvePath(folder, decodePath(attributes.href));
          label = [];
        }
      },
      onText: (text) => label?.push(text),
      onClose(name) {
        if (name !== "a") return;
        add();
        label = null;
      },
    });
  }
}
