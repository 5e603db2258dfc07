import type { PlatformArchive } from "../../../ports/platform-archive.ts";
import type { IdentifiedFiles } from "./file-store.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";

/** What the archive of sessions and files is made of. */
interface PlatformArchiveOptions {
  sessionCalls: ThreadCalls<WriterOperations>;
  fileCalls: ThreadCalls<WriterOperations>;
  files: IdentifiedFiles;
}

/** All sessions and files of the embedded database. */
export function openPlatformArchive(options: PlatformArchiveOptions): PlatformArchive {
  const { sessionCalls, fileCalls, files } = options;
  return {
    async *sessions(signal) {
      for (let last = -1; ; ) {
        const rows = await sessionCalls.read("sessionsAfter", { sequence: last }, { signal });
        if (rows.length === 0) return;
        for (const { sequence, ...session } of rows) {
          yield session;
          last = sequence;
        }
      }
    },
    putSession: (session, signal) => sessionCalls.write("putSession", session, { signal }),
    async *files(signal) {
      for (let last = ""; ; ) {
        const rows = await fileCalls.read("filesAfter", { fileId: last }, { signal });
        if (rows.length === 0) return;
        yield* rows;
        last = rows.at(-1)?.fileId ?? last;
      }
    },
    putFile: (file, bytes, signal) => files.putIdentified(file, bytes, signal),
  };
}
