import { existsSync } from "node:fs";
import { HOW_TO_GET_CHROMIUM, isChromiumAtHand } from "./browser/find-chromium.ts";

/** Says which tests are left out on this machine and what they lack; the list of results says only that they were. */
export default () => {
  const say = (line: string) => process.stdout.write(`Left out: ${line}\n`);
  if (!isChromiumAtHand()) say(`the tests in a browser. ${HOW_TO_GET_CHROMIUM}`);
  if (!existsSync("../shared/data/documents"))
    say("four measurements over a collection of real documents, which would be in ../shared/data/documents");
};
