import { openTextExtractor } from "../../src/adapters/extract/open-text-extractor.ts";
import { temporaryFolder } from "../doubles/temporary-folder.ts";
import { textExtractorContract } from "./text-extractor.ts";

const folder = temporaryFolder("suite");
textExtractorContract("reader processes", async () => {
  const extractor = openTextExtractor({ temporaryDirectory: folder.path });
  return { extractor, close: extractor.close };
});
