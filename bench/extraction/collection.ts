import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { WRONG_REFERENCES } from "./wrong-references.ts";

/** A file to be read, and what is known of it. */
export interface Sample {
  /** Path below the folder of the collection. */
  file: string;
  format: string;
  /** What it should say, null where nobody wrote that down, or not rightly. */
  reference: string | null;
  pages: number | null;
}

interface Listed {
  file: string;
  format: string;
  reference?: string;
  pages?: number;
}

/**
 * The files of a folder in a fixed order: those that its `manifest.json` lists, else all of `<format>/<name>`, each
 * with the text of `reference/<format>/<name>.txt` where there is one.
 */
export function readCollection(folder: string): Sample[] {
  const manifest = join(folder, "manifest.json");
  // The collection is the developer's own: its manifest is trusted.
  const listed: Listed[] = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, "utf8"))
    : listFiles(folder);
  return listed
    .map(({ file, format, reference = `reference/${file}.txt`, pages }) => ({
      file,
      format,
      reference: WRONG_REFERENCES.has(file) ? null : readIfThere(join(folder, reference)),
      pages: pages ?? null,
    }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

function listFiles(folder: string): Listed[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "reference")
    .flatMap(({ name: format }) =>
      readdirSync(join(folder, format)).map((name) => ({ file: `${format}/${name}`, format })),
    );
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
