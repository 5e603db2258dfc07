import type { BackupArchives } from "../../ports/backup-archives.ts";
import { readArchive } from "./backup/read-archive.ts";
import { unpackBackup } from "./backup/unpack-backup.ts";
import { expectPlace, writeBackup } from "./backup/write-backup.ts";

/** The world around backups. */
interface BackupArchivesOptions {
  /** Of Carrel, to be noted in archives. */
  version: string;
  now(): Date;
}

/** Archives of embedded data folders, as plain tar files. */
export function openBackupArchives({ version, now }: BackupArchivesOptions): BackupArchives {
  return {
    expectPlace,
    write: (order, onProgress, signal) => writeBackup(order, { version, now }, { onProgress, signal }),
    verify: (archive, onProgress, signal) => {
      const onRead = (doneBytes: number, totalBytes: number) =>
        onProgress({ stage: "verifying", doneBytes, totalBytes });
      return readArchive(archive, null, { onRead, signal });
    },
    unpack: (order, onProgress, signal) => unpackBackup(order, { now, onProgress, signal }),
  };
}
