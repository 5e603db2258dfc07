/**
 * Whole data folders, each as one file.
 * Contract: test/backup. What was stored before a backup began is in it, and what is in it fits together, whatever is
 * written meanwhile. Failures are AppErrors that name the file, and what would be right.
 */
export interface BackupArchives {
  /** Rejects where no archive can be put: that is known before the work begins. */
  expectPlace(order: BackupOrder): Promise<void>;
  /**
   * Puts a data folder into an archive, beside whoever serves it, and reads it back. Until that is done the archive is
   * not there; what was written before a failure stays beside its place, and is gone on with.
   */
  write(order: BackupOrder, onProgress: OnBackupProgress, signal: AbortSignal): Promise<BackupContents>;
  /** Reads an archive and rejects where it is not whole. */
  verify(archive: string, onProgress: OnBackupProgress, signal: AbortSignal): Promise<BackupContents>;
  /** Unpacks an archive inside of a data folder that holds nothing. What an earlier attempt has left there goes. */
  unpack(order: UnpackOrder, onProgress: OnBackupProgress, signal: AbortSignal): Promise<UnpackedBackup>;
}

/** What is to be archived, and where. */
export interface BackupOrder {
  /** The data folder that holds the library, and the one that holds the rest, accounts for instance. */
  directory: string;
  accounts: string;
  archive: string;
  /** Whether an archive that is there is replaced. */
  isReplaced: boolean;
}

/** What is to be unpacked, and for which data folder. */
export interface UnpackOrder {
  archive: string;
  directory: string;
}

/** How far it is. */
export interface BackupProgress {
  stage: "files" | "database" | "verifying" | "unpacking";
  doneBytes: number;
  totalBytes: number;
}

export type OnBackupProgress = (progress: BackupProgress) => void;

/** What an archive holds. */
export interface BackupContents {
  sessions: number;
  files: number;
  documents: number;
  sizeBytes: number;
  /** When the library was as it is in the archive. */
  takenAt: string;
  /** One number for all of it. */
  checksum: string;
  /** Names of files whose bytes the library itself lacked, all or some of them. */
  damaged: readonly string[];
}

/** An archive that was unpacked. The data folder is this process's until one of the two is called. */
export interface UnpackedBackup {
  contents: BackupContents;
  /** A data folder of its own. */
  folder: string;
  /** Whether an earlier attempt has begun to hand its contents over to other stores. */
  isBegun: boolean;
  /** Makes it the data folder in which it lies. */
  settle(): Promise<void>;
  /**
   * Makes only what belongs to no library part of that data folder, gives that back, and notes that the rest is being
   * handed over to other stores, until `close` says that this was done.
   */
  handOver(): Promise<void>;
  /** Removes what was unpacked, and the note where all was done. */
  close(isDone: boolean): Promise<void>;
}
