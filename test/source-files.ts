import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
export const SRC = join(ROOT, "src");

/** A file that imports another, or a package. */
export interface Import {
  file: string;
  target: string;
  /** Whether it is of types alone. */
  isType: boolean;
  /** Where the names stand that it takes: its list, or all of a file that imports later. */
  names: string;
}

/** Every file below a folder. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The sources below a folder, without their tests. */
export function sourcesIn(folder: string): string[] {
  return listFiles(folder).filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"));
}

/** What a file says but for its comments. */
export function codeOf(file: string): string {
  return readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** What a file imports, at once or later. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const pattern =
    /(?:^|\s)(?:import|export)\s(type\s)?([^;"']*?)from\s+["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|import\s+["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map(([, type, names = text, from, later, bare]) => ({
    file,
    target: from ?? later ?? bare ?? "",
    isType: type !== undefined,
    names,
  }));
}

/** The path of a file as the documentation writes it. */
export function nameOf(file: string): string {
  return relative(ROOT, file).split(sep).join("/");
}
