import { readFileSync } from "node:fs";
import type { FormatResult } from "./measure-format.ts";
import { tableOf } from "./write-table.ts";
import { WRONG_REFERENCES } from "./wrong-references.ts";

/** The page of the documentation that shows the results. */
export function writePage(results: readonly FormatResult[]): string {
  const leftOut = [...WRONG_REFERENCES].map(([file, reason]) => `\`${file}\` (${reason})`).join(", ");
  return `# How well files are read

Written by \`node bench/extraction/run.ts --page docs/extraction.md\`; do not edit. Each file of a collection of real
documents was read by the extractor as the service uses it, in a process of its own. *Recall* is the share of the words
of a reference text that were found, *precision* the share of the words found that stand in the reference, each word
counted as often as it stands; both are means over the files that have a reference with words in it, and a file that was
not read counts as 0. References come from other programs: they leave out what we read on purpose (senders of e-mails,
notes, comments, headers and footers, names of sheets, text of pictures), which lowers precision, and sometimes hold
what no reader can see. Most files have a page or two, so that pages per second show the start of the process and the
loading of its libraries more than reading; \`bench/extraction/long-pdf.ts\` measures that. *Peak* is the most memory that the reading process held, of which about 100 MB are its start.

${tableOf(results)}

Formats without a reference (text, source code, data) are read as they stand. Not counted: ${leftOut}.

${MEASURED_APART}`;
}

/** What was measured once, on files that are not in the collection. */
const MEASURED_APART = readFileSync(new URL("./measured-apart.md", import.meta.url), "utf8");
