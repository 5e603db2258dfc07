import { resolve } from "node:path";
import { type OpenStores, openStores } from "../compose-stores.ts";
import { type Config, readConfig, readEnvironmentFile } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import { type MoveProgress, type MoveResult, moveLibrary } from "../usecases/move-library.ts";
import { openLog } from "./log.ts";
import { openProgressLine } from "./progress-line.ts";
import { readOptions } from "./read-options.ts";
import { untilStopped } from "./until-stopped.ts";

/** Copies a whole library to other stores and compares the two at the end. Started again, it goes on where it was. */
export async function move(words: readonly string[]): Promise<void> {
  const options = readOptions(words, { from: "value", to: "value" });
  const from = readSide("from", options.from);
  const to = readSide("to", options.to);
  expectDifferent(from, to);
  await withStores([from, to], (sides) => untilStopped(stopped, (signal) => moveBetween(sides, signal)));
}

/** The settings of one side: `embedded:DIRECTORY`, or `env:FILE` with a file like `.env`. */
function readSide(option: string, text: string): Config {
  const [, kind, place = ""] = /^(embedded|env):(.+)$/.exec(text) ?? [];
  switch (kind) {
    case "embedded":
      return readConfig({ DATA_DIR: place });
    case "env":
      return readConfig(readEnvironmentFile(resolve(place)));
    default:
      throw new AppError("invalid-input", `--${option} ${text}: nobody knows where that is`, {
        details: `Say --${option} embedded:DIRECTORY, or --${option} env:FILE for a file with the settings of that side`,
      });
  }
}

function expectDifferent(from: Config, to: Config): void {
  const placeOf = ({ platform, vectors, dataDirectory }: Config) =>
    JSON.stringify({ platform, vectors, dataDirectory });
  if (placeOf(from) !== placeOf(to)) return;
  throw new AppError("invalid-input", "--from and --to are the same place");
}

async function withStores(
  [from, to]: readonly [Config, Config],
  work: (sides: Sides) => Promise<void>,
): Promise<void> {
  const command = "carrel move";
  // The target first: both may be in one folder, and whoever looks keeps others from taking it.
  await using open = new AsyncDisposableStack();
  const target = await openStores(to, openLog(to.logLevel), { access: "own", command });
  open.defer(() => target.close());
  const source = await openStores(from, openLog(from.logLevel), { access: "look", command });
  open.defer(() => source.close());
  await work({ from: source, to: target });
}

interface Sides {
  from: OpenStores;
  to: OpenStores;
}

async function moveBetween({ from, to }: Sides, signal: AbortSignal): Promise<void> {
  for (const line of await to.provision(signal)) console.log(line);
  const line = openProgressLine(process.stdout, Date.now);
  let stage = "";
  const show = (progress: MoveProgress) => {
    if (stage !== progress.stage) line.end();
    stage = progress.stage;
    line.show(describeProgress(progress));
  };
  try {
    const result = await moveLibrary({ from, to }, show, signal);
    line.end();
    for (const sentence of describeResult(result)) console.log(sentence);
  } finally {
    line.end();
  }
}

function stopped(): AppError {
  return new AppError("cancelled", "Stopped. What was copied stays", {
    details: "Start the same move again to go on from there",
  });
}

function describeProgress({ stage, done, total }: MoveProgress) {
  const what = stage === "comparing" ? "compared" : stage;
  if (total === null) return { share: 0, text: `${count(done)} ${what}` };
  return { share: total === 0 ? 1 : done / total, text: `${count(done)}/${count(total)} ${what}` };
}

function describeResult({
  copied,
  sessions,
  files,
  documents,
  chunks,
  checksum,
  others,
}: MoveResult): string[] {
  const amount = (sum: Pick<MoveResult, "sessions" | "files" | "documents">) =>
    `${counted(sum.sessions, "session")}, ${counted(sum.files, "file")} and ${counted(sum.documents, "document")}`;
  return [
    `Copied ${amount(copied)}`,
    `Compared: both sides hold ${amount({ sessions, files, documents })} (${counted(chunks, "chunk")}), checksum ${checksum.slice(0, 16)}`,
    ...(others === 0 ? [] : [`The target holds ${count(others)} more, which were left alone`]),
  ];
}

function counted(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
