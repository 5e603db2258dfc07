import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import packageDescription from "../../package.json" with { type: "json" };
import { isAllEmbedded, openArchives, openStores } from "../compose-stores.ts";
import { type Config, readConfig } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import type { BackupContents } from "../ports/backup-archives.ts";
import { gatherLibrary } from "../usecases/gather-library.ts";
import { describeArchive, describeContents, describeDamage, openBackupLine } from "./backup-words.ts";
import { openLog } from "./log.ts";
import { readOptions } from "./read-options.ts";
import { untilStopped } from "./until-stopped.ts";

const COMMAND = "carrel backup";

/** Puts the whole library into one archive, or checks one. Stopped or broken off, it goes on where it was. */
export async function backup(settings: () => Config, words: readonly string[]): Promise<void> {
  const { file, force, verify } = readOptions(words, { file: "word", force: "flag", verify: "flag" });
  const archive = resolve(file);
  const line = openBackupLine();
  try {
    const contents = await untilStopped(
      () => stopped(archive, verify),
      (signal) =>
        verify
          ? openArchives(packageDescription.version).verify(archive, line.onProgress, signal)
          : write({ config: settings(), archive, isReplaced: force }, line, signal),
    );
    line.end();
    console.log(`${verify ? "Whole" : "Done and read back"}: ${archive} holds ${describeContents(contents)}`);
    console.log(describeArchive(contents));
    const damage = describeDamage(contents);
    if (damage !== null) console.error(`${damage}. \`npm run carrel -- doctor\` says more`);
  } finally {
    line.end();
  }
}

interface Order {
  config: Config;
  archive: string;
  isReplaced: boolean;
}

type Line = ReturnType<typeof openBackupLine>;

async function write({ config, ...order }: Order, line: Line, signal: AbortSignal): Promise<BackupContents> {
  const archives = openArchives(packageDescription.version);
  const accounts = config.dataDirectory;
  if (isAllEmbedded(config)) {
    return archives.write({ ...order, accounts, directory: accounts }, line.onProgress, signal);
  }
  // What is in other stores is brought together in a data folder beside the archive first.
  const directory = `${order.archive}.part.d`;
  const whole = { ...order, accounts, directory };
  await archives.expectPlace(whole);
  await gather(config, directory, line, signal);
  const contents = await archives.write(whole, line.onProgress, signal);
  await rm(directory, { recursive: true });
  return contents;
}

async function gather(config: Config, directory: string, line: Line, signal: AbortSignal): Promise<void> {
  const log = openLog(config.logLevel);
  await using open = new AsyncDisposableStack();
  const folder = readConfig({ DATA_DIR: directory });
  const to = await openStores(folder, log, { access: "own", command: COMMAND });
  open.defer(() => to.close());
  const from = await openStores(config, log, { access: "look", command: COMMAND });
  open.defer(() => from.close());
  try {
    await gatherLibrary({ from, to }, line.onMoved, signal);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "embedder-changed") throw error;
    throw new AppError(error.code, "The library went over to another embedder since this backup was begun", {
      details: `Remove ${directory} and start the backup again`,
      cause: error,
    });
  }
}

function stopped(archive: string, isOnlyRead: boolean): AppError {
  if (isOnlyRead) return new AppError("cancelled", "Stopped");
  return new AppError("cancelled", `Stopped. What was written stays in ${archive}.part`, {
    details: "Start the same backup again to go on from there",
  });
}
