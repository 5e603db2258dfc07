/**
 * Run by a test: lets a reader read a file, says so, and then waits to be killed. Its reader is idle then, or with the
 * argument `busy` at a file that keeps it from hearing anything for a minute.
 */
import { openTextExtractor } from "../open-text-extractor.ts";

const [, , temporaryDirectory = "", way] = process.argv;
const extractor = openTextExtractor({ temporaryDirectory });
const read = (name: string, content: string) => {
  const bytes = (async function* () {
    yield Buffer.from(content);
  })();
  const file = { name, sizeBytes: content.length, bytes };
  return extractor.extract(file, () => undefined, AbortSignal.timeout(100_000));
};
await read("a.txt", "Text");
if (way === "busy") void read("b.html", "<b></b>".repeat(11_000_000));
process.stdout.write("ready\n");
setInterval(() => undefined, 1_000);
