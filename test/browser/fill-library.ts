import { EXAMPLES } from "../../web/src/library/example-texts.ts";
import { makePdf } from "../contracts/make-pdf.ts";
import { addDocument } from "./open-service.ts";

const LINE_LENGTH = 84;
const LINES_PER_PAGE = 24;

const SHELF: Record<string, string> = {
  "Annual report 2025.txt":
    "Annual report. The reading room had 18,400 visitors, a tenth more than the year before. Revenue rose to 212,000 euros; most of the growth came from guided tours.",
  "Invoice 0417.txt":
    "Invoice 0417. Four shelves of oak, 1,180 euros each. Payment is due within thirty days. Total: 4,720 euros.",
  "Curriculum vitae Okafor.txt":
    "Curriculum vitae. Ines Okafor, archivist. Work experience: city library since 2014, head of the map collection. Education: MA in information science.",
  "Install guide.md":
    "# Install guide\n\n## Requirements\n\nA computer with 4 GB of memory.\n\n## Steps\n\n1. Unpack the folder.\n2. Run the installer.\n3. Open the printed address in a browser.\n",
  "Garden notes.txt":
    "Notes. The pear tree by the gate is pruned in February. The roses want compost in March and shade in July.",
  "water-meter.py":
    'def read_meter(pulses, litres_per_pulse=10):\n    """Turns the pulses of a water meter into litres."""\n    return pulses * litres_per_pulse\n',
};

/** Fills a library with what somebody might have on their desk. */
export async function fillLibrary(url: string): Promise<void> {
  for (const [name, content] of Object.entries(SHELF)) await addDocument(url, name, content);
  await addDocument(url, EXAMPLES.plants.fileName, EXAMPLES.plants.content);
  await addDocument(url, EXAMPLES.notes.fileName, EXAMPLES.notes.content);
  await addDocument(url, "Lease Mill Street.pdf", makePdf(pagesOf(EXAMPLES.lease.content)));
}

/** A text wrapped to lines and pages. */
function pagesOf(text: string): string[] {
  const lines = text.split("\n").flatMap(wrap);
  const pages: string[] = [];
  for (let from = 0; from < lines.length; from += LINES_PER_PAGE)
    pages.push(lines.slice(from, from + LINES_PER_PAGE).join("\n"));
  return pages;
}

function wrap(paragraph: string): string[] {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= LINE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
