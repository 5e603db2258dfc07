import { isWorthNoting } from "../../../domain/note-use.ts";
import type { KeyStore } from "../../../ports/key-store.ts";
import { unlessDiskIsFull } from "./note-use.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";

/** What the keys are kept with. */
interface KeyStoreOptions {
  writer: ThreadCalls<WriterOperations>;
  now(): Date;
}

/** Keys of programs in the embedded database. */
export function openKeyStore({ writer, now }: KeyStoreOptions): KeyStore {
  const at = () => now().toISOString();
  return {
    add: (given, signal) => {
      const key = { ...given, label: given.label.toWellFormed() };
      return writer.write("addKey", { key, at: at() }, { signal });
    },
    async use(hash, signal) {
      const time = now();
      const input = { hash, at: time.toISOString() };
      const key = await writer.read("findKey", input, { signal });
      if (key === null || !isWorthNoting(key.lastUsedAt, time)) return key;
      await unlessDiskIsFull(writer.write("noteKey", input, { signal }));
      return { ...key, lastUsedAt: input.at };
    },
    list: (userId, signal) => writer.read("listKeys", { userId, at: at() }, { signal }),
    remove: (keyId, userId, signal) => writer.write("removeKey", { keyId, userId, at: at() }, { signal }),
    removeAll: (userId, signal) => writer.write("removeKeys", { userId, at: at() }, { signal }),
  };
}
