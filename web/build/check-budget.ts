import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** Fails the build when the scripts that the first page loads are larger, compressed, than they may be. */
export function checkBudget(limitBytes: number): Plugin {
  return {
    name: "check-budget",
    apply: "build",
    generateBundle(_options, bundle) {
      const bytes = firstLoadBytes(bundle);
      const share = `${Math.round(bytes / 1000)} of ${limitBytes / 1000} kB compressed JavaScript on first load`;
      if (bytes > limitBytes) this.error(`Over budget: ${share}`);
      this.info(share);
    },
  };
}

/** What the entry and everything that it imports at once weigh under gzip, the weaker of the two encodings. */
export function firstLoadBytes(bundle: Rolldown.OutputBundle): number {
  const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
  const entries = chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
  const loaded = new Set<string>(entries);
  for (const fileName of loaded) {
    for (const imported of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [])
      loaded.add(imported);
  }
  return chunks
    .filter((chunk) => loaded.has(chunk.fileName))
    .reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0);
}
