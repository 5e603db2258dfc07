import type { SessionStore } from "../../../ports/session-store.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";

/** What the sessions are kept with. */
interface SessionStoreOptions {
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
    find: (session, signal) => writer.read("findSession", session, { signal }),
    async create(draft, signal) {
      const session = { ...draft, messages: draft.messages.toWellFormed() };
      const summary = await writer.write(
        "createSession",
        { id: newId(), at: now().toISOString(), session },
        { signal },
      );
      return { ...summary, messages: session.messages };
    },
    async update(session, wanted, signal) {
      const changes = { ...wanted, messages: wanted.messages?.toWellFormed() };
      const { messages = changes.messages ?? "", ...summary } = await writer.write(
        "updateSession",
        { named: session, at: now().toISOString(), changes },
        { signal },
      );
      return { ...summary, messages };
    },
    remove: (session, signal) => writer.write("removeSession", session, { signal }),
    unpin: (document, signal) => writer.write("unpinDocument", document, { signal }),
    removeSome: (userId, signal) => writer.write("removeSomeSessions", { userId }, { signal }),
  };
}
