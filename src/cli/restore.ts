import { resolve } from "node:path";
import packageDescription from "../../package.json" with { type: "json" };
import { isAllEmbedded, openArchives, openStores } from "../compose-stores.ts";
import { type Config, readConfig } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import type { UnpackedBackup } from "../ports/backup-archives.ts";
import { expectNoLibrary } from "../usecases/expect-no-library.ts";
import { moveLibrary } from "../usecases/move-library.ts";
import { describeArchive, describeContents, describeDamage, openBackupLine } from "./backup-words.ts";
import { openLog } from "./log.ts";
import { readOptions } from "./read-options.ts";
import { untilStopped } from "./until-stopped.ts";

const COMMAND = "carrel restore";

/** Brings a library back from an archive, into stores that hold nothing. */
export async function restore(settings: () => Config, words: readonly string[]): Promise<void> {
  const { file } = readOptions(words, { file: "word" });
  const config = settings();
  const archive = resolve(file);
  const line = openBackupLine();
  try {
    const contents = await untilStopped(stopped, async (signal) => {
      const archives = openArchives(packageDescription.version);
      const order = { archive, directory: config.dataDirectory };
      const unpacked = await archives.unpack(order, line.onProgress, signal);
      await using closing = new AsyncDisposableStack();
      let isDone = false;
      closing.defer(() => unpacked.close(isDone));
      signal.throwIfAborted();
      if (isAllEmbedded(config)) await unpacked.settle();
      else await handOver(unpacked, config, line, signal);
      isDone = true;
      return unpacked.contents;
    });
    line.end();
    console.log(`Restored from ${archive}: ${describeContents(contents)}`);
    console.log(describeArchive(contents));
    const damage = describeDamage(contents);
    if (damage !== null) console.error(`${damage}, and so they are here`);
  } finally {
    line.end();
  }
}

/** Moves what was unpacked to the stores of the settings, and compares the two at the end. */
async function handOver(
  unpacked: UnpackedBackup,
  config: Config,
  line: ReturnType<typeof openBackupLine>,
  signal: AbortSignal,
): Promise<void> {
  const log = openLog(config.logLevel);
  if (!unpacked.isBegun) {
    const target = await openStores(config, log, { access: "look", command: COMMAND });
    await using _closing = { [Symbol.asyncDispose]: () => target.close() };
    for (const done of await target.provision(signal)) console.log(done);
    await expectNoLibrary(target, signal);
  }
  await unpacked.handOver();
  const { sessions, files, documents } = unpacked.contents;
  if (sessions + files + documents === 0) return;
  await using open = new AsyncDisposableStack();
  const to = await openStores(config, log, { access: "own", command: COMMAND });
  open.defer(() => to.close());
  const folder = readConfig({ DATA_DIR: unpacked.folder });
  // Its owner, because a backup of an older version has to be brought up to date before it can be read.
  const from = await openStores(folder, log, { access: "own", command: COMMAND });
  open.defer(() => from.close());
  await moveLibrary({ from, to }, line.onMoved, signal);
}

function stopped(): AppError {
  return new AppError("cancelled", "Stopped", { details: "Start the same restore again" });
}
