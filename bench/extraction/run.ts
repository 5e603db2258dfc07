/**
 * Reads a folder of files through the real extractor and says how well each format was read.
 * `node bench/extraction/run.ts [folder] [--format pdf] [--ocr eng,deu] [--verbose] [--page docs/extraction.md]`
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readCollection } from "./collection.ts";
import { type FormatResult, measureFormat } from "./measure-format.ts";
import { writePage } from "./write-page.ts";
import { meanOf, tableOf } from "./write-table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    format: { type: "string" },
    ocr: { type: "string", default: "" },
    page: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
const folder = positionals[0] ?? "../shared/data/documents";
const samples = readCollection(folder).filter(
  ({ format }) => values.format === undefined || format === values.format,
);
const measurement = { folder, ocrLanguages: values.ocr.split(",").filter((language) => language !== "") };

const results: FormatResult[] = [];
for (const [format, files] of Map.groupBy(samples, (sample) => sample.format)) {
  const result = await measureFormat(files, measurement);
  results.push(result);
  console.log(`${format}: ${files.length} files, recall ${meanOf(result, "recall")}`);
  if (values.verbose)
    for (const { file, score } of result.scores) console.log(`  ${score.recall.toFixed(3)} ${file}`);
}
console.log(`\n${tableOf(results)}`);
if (values.page !== undefined) writeFileSync(values.page, writePage(results));
