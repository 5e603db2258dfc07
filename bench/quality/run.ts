/**
 * How well the service finds and answers, through its own endpoints: see docs/quality.md.
 * `npm run quality -- [--sets all | --sets handbook,scifact] [--set FOLDER] [--baselines] [--record] [--page FILE]
 * [--verbose]`
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Figures, figuresOf, readBaseline, recordBaseline, TOLERANCE, worsened } from "./baseline.ts";
import { compareAlone } from "./compare-alone.ts";
import { measureSet, type SetResult } from "./measure-set.ts";
import type { QualitySet } from "./quality-set.ts";
import { readSet } from "./read-set.ts";
import { serveSet } from "./served-set.ts";
import { type KnownSet, SETS } from "./sets.ts";
import { writeReport } from "./write-report.ts";

const { values } = parseArgs({
  options: {
    sets: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
    baselines: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    page: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});

/** Results of the project's own sets, whose figures are recorded. */
const watched: SetResult[] = [];
for (const set of chosenSets()) {
  const reason = set.missing();
  if (reason !== null) {
    console.log(`SKIPPED ${set.name}: ${reason}`);
    continue;
  }
  watched.push(await measure(set.load()));
}
const results = [...watched];
for (const folder of values.set) results.push(await measure(readSet(resolve(folder))));
if (results.length === 0) throw new Error("No set was measured");

const report = writeReport(results);
console.log(`\n${report}\n`);
if (values.verbose) for (const result of results) printDetails(result);
if (values.page !== undefined) putIntoPage(values.page, report);
compareWithBaseline();

/** The sets that were asked for; a set of one's own is measured alone where no other is named. */
function chosenSets(): KnownSet[] {
  if (values.sets === "all") return [...SETS];
  if (values.sets === undefined) {
    if (values.set.length > 0) return [];
    for (const { name } of SETS.filter(({ isQuick }) => !isQuick)) {
      console.log(`NOT RUN ${name}: it takes minutes; --sets all or --sets ${name} measures it`);
    }
    return SETS.filter(({ isQuick }) => isQuick);
  }
  return values.sets.split(",").map((name) => {
    const set = SETS.find((each) => each.name === name);
    if (set === undefined) {
      throw new Error(`There is no set ${name}: ${SETS.map((each) => each.name).join(", ")} or all`);
    }
    return set;
  });
}

async function measure(set: QualitySet): Promise<SetResult> {
  const served = await serveSet(set);
  try {
    const result = await measureSet(set, served);
    if (values.baselines) result.rankings.push(...(await compareAlone(set, await served.chunks())));
    console.log(`${set.name}: ${result.documents} documents, ${result.questions} judged questions`);
    return result;
  } finally {
    await served.stop();
  }
}

/** What helps to see why a figure is what it is. */
function printDetails({ name, answers, ranks }: SetResult): void {
  for (const { question, ...ways } of ranks) {
    if (Object.values(ways).every((rank) => rank === 1)) continue;
    const shown = Object.entries(ways).map(([way, rank]) => `${way} ${rank ?? "–"}`);
    console.log(`${name}, not first (${shown.join(", ")}): ${question}`);
  }
  for (const { question, answer, verdict } of answers) {
    console.log(`${name}, ${verdict}: ${question}\n    ${answer.replace(/\s*\n\s*/g, "\n    ")}\n`);
  }
}

/** Puts the figures between the two marks of a page. */
function putIntoPage(path: string, figures: string): void {
  const marks = /(<!-- figures -->\n)[\s\S]*(\n<!-- end of figures -->)/;
  const page = readFileSync(path, "utf8");
  if (!marks.test(page)) throw new Error(`${path} has no marks for the figures`);
  writeFileSync(
    path,
    page.replace(marks, (_, begin, end) => `${begin}${figures}${end}`),
  );
}

function compareWithBaseline(): void {
  const figures: Figures = Object.assign({}, ...watched.map(figuresOf));
  const known = watched.map(({ name }) => name);
  if (values.record) {
    recordBaseline(figures, known);
    console.log(`Recorded the figures of ${known.join(", ")}.`);
    return;
  }
  const worse = worsened(readBaseline(), figures, known);
  for (const sentence of worse) console.log(`WORSE ${sentence}`);
  if (worse.length > 0) process.exitCode = 1;
  else if (known.length > 0) console.log(`No figure is worse than recorded by more than ${TOLERANCE}.`);
}
