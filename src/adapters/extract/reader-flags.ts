import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The flags that a reader is started with. It may read the service's code, the packages with their language data and
 * the spool; load native packages; and start threads. Code that is made of text is not run.
 */
export function readerFlags(spoolDirectory: string, memoryBytes: number): string[] {
  return [
    "--permission",
    ...[...codeFolders(), resolve(spoolDirectory)].map((folder) => `--allow-fs-read=${join(folder, sep)}`),
    ...packageFiles().map((file) => `--allow-fs-read=${file}`),
    "--allow-addons",
    "--allow-worker",
    "--disallow-code-generation-from-strings",
    `--max-old-space-size=${Math.ceil(memoryBytes / 1024 / 1024)}`,
  ];
}

const SOURCES = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The sources, and every folder in which Node looks for packages that they name. */
function codeFolders(): string[] {
  const packages = (createRequire(import.meta.url).resolve.paths("any") ?? [])
    // Not those of the user's home.
    .filter((folder) => folder.endsWith(`${sep}node_modules`) && existsSync(folder))
    // A package is known by the place where it really lies.
    .flatMap((folder) => [folder, realpathSync(folder)]);
  return [...new Set([SOURCES, ...packages])];
}

/** The files that say how the sources are to be read. */
function packageFiles(): string[] {
  return [join(dirname(SOURCES), "package.json")];
}
