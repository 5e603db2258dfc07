/**
 * Measures how fast long PDFs are read: `node bench/extraction/long-pdf.ts [pages] [--scanned]`. With `--scanned` the
 * pages are pictures, whose letters have to be recognized.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openTextExtractor } from "../../src/adapters/extract/open-text-extractor.ts";
import { pdfOfPictures, scanOf } from "../../src/adapters/extract/testing/scanned-page.ts";
import { makePdf } from "../../test/contracts/make-pdf.ts";
import { textOfChunks } from "./text-of-chunks.ts";
import { watchChildren } from "./watch-children.ts";

const LINES = 40;
const WORDS =
  "the committee agreed that every reading room should open earlier in winter because many visitors travel from distant towns".split(
    " ",
  );

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scanned: { type: "boolean", default: false } },
});
const pages = Number(positionals[0] ?? 1000);
const texts = Array.from({ length: pages }, (_, page) => pageOf(page));
const pdf = values.scanned ? pdfOfPictures(await Promise.all(texts.map(scanOf))) : makePdf(texts);

const temporaryDirectory = await mkdtemp(join(tmpdir(), "carrel-bench-"));
const extractor = openTextExtractor({ temporaryDirectory, maxProcesses: 1, ocr: { languages: ["eng"] } });
const children = watchChildren();
const startedAt = performance.now();
const file = {
  name: "long.pdf",
  sizeBytes: pdf.length,
  bytes: (async function* () {
    yield pdf;
  })(),
};
const document = await extractor.extract(file, () => undefined, AbortSignal.timeout(300_000));
const seconds = (performance.now() - startedAt) / 1000;
const { cpuMs, peakBytes } = children.costs();
const characters = textOfChunks(document.chunks).length;
console.log(
  `${pages} pages, ${Math.round(characters / pages)} characters a page: ${seconds.toFixed(1)} s, ` +
    `${(pages / seconds).toFixed(1)} pages/s, ${(pages / (cpuMs / 1000)).toFixed(2)} pages per CPU second, ` +
    `peak ${Math.round(peakBytes / 1024 / 1024)} MB`,
);
children.end();
await extractor.close();
await rm(temporaryDirectory, { recursive: true });

/** About 2,500 characters, of other words on every page. */
function pageOf(page: number): string {
  return Array.from({ length: LINES }, (_, line) => {
    const words = Array.from(
      { length: 10 },
      (_, word) => WORDS[(page * 7 + line * 11 + word * 3) % WORDS.length],
    );
    return `${page + 1}.${line + 1} ${words.join(" ")}`.slice(0, 75);
  }).join("\n");
}
