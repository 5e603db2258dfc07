import { cp, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Character maps for Asian scripts, the fonts that PDFs may leave out, and the image decoders. */
const PARTS = ["cmaps", "standard_fonts", "wasm"];

/** Copies what the PDF viewer loads at run time beside the page, so that it needs no other host. */
export function copyPdfParts(folder: string): Plugin {
  let outDir = "";
  return {
    name: "copy-pdf-parts",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      const home = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
      for (const part of PARTS) {
        const target = join(outDir, folder, part);
        await mkdir(target, { recursive: true });
        await cp(join(home, part), target, { recursive: true });
      }
    },
  };
}
