import { buildPage } from "../src/cli/build-page.ts";

/** The page as the tests want to see it; once for all of them. */
export default () => buildPage((line) => void process.stdout.write(`${line}\n`));
