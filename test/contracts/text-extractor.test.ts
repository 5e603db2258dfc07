import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTextExtractor } from "../../src/adapters/extract/open-text-extractor.ts";
import { textExtractorContract } from "./text-extractor.ts";

textExtractorContract("reader processes", async () => {
  const temporaryDirectory = await mkdtemp(join(tmpdir(), "carrel-"));
  const extractor = openTextExtractor({ temporaryDirectory });
  return {
    extractor,
    async close() {
      await extractor.close();
      await rm(temporaryDirectory, { recursive: true });
    },
  };
});
