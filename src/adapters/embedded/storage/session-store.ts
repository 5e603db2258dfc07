import type { SessionStore } from "../../../ports/session-store.ts";
import type { ThreadCalls } from "./thread.ts";
import type { WriterOperations } from "./writer-thread.ts";

/** What the sessions are kept with. */
export interface SessionStoreOptions {
  writer: ThreadCalls<WriterOperations>;
  now(): Date;
  newId(): string;
}

/** Sessions in the embedded database. */
export function openSessionStore({ writer, now, newId }: SessionStoreOptions): SessionStore {
  return {
    async *list(userId, limit, signal) {
      const { ids, ...first } = await writer.read("beginSessions", { userId, limit }, { signal });
      let batch = first;
      for (let done = 0; ; batch = await writer.read("readSessions", ids.slice(done), { signal })) {
        yield* batch.sessions;
        done += batch.done;
        if (done >= ids.length) return;
      }
    },
    summaries: (userId, limit, signal) => writer.read("summarizeSessions", { userId, limit }, { signal }),
    find: (id, signal) => writer.read("findSession", { id }, { signal }),
    create: (session, signal) =>
      writer.write("createSession", { id: newId(), at: now().toISOString(), session }, { signal }),
    update: (id, changes, signal) =>
      writer.write("updateSession", { id, at: now().toISOString(), changes }, { signal }),
    remove: (id, signal) => writer.write("removeSession", { id }, { signal }),
  };
}
