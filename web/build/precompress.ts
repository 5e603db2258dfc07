import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:js|mjs|css|html|svg|wasm)$/;
/** Smaller files gain nothing. */
const LEAST_BYTES = 1024;

/** Writes a `.br` and a `.gz` beside every text of the page, so that serving it costs no time. */
export function precompress(): Plugin {
  let outDir = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const path of await filesIn(outDir)) {
        if (COMPRESSIBLE.test(path) && (await stat(path)).size >= LEAST_BYTES) await compress(path);
      }
    },
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: content.length > 600_000 ? 9 : 11 };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params: quality }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
