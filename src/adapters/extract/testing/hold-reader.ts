/** Run by a test: reads a file, says so, and then waits to be killed with its reader idle. */
import { openTextExtractor } from "../open-text-extractor.ts";

const extractor = openTextExtractor({ temporaryDirectory: process.argv[2] ?? "" });
const bytes = (async function* () {
  yield Buffer.from("Text");
})();
await extractor.extract({ name: "a.txt", sizeBytes: 4, bytes }, () => undefined, AbortSignal.timeout(20_000));
process.stdout.write("ready\n");
setInterval(() => undefined, 1_000);
