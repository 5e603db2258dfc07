import { foldName } from "../../../domain/account.ts";
import { isWorthNoting } from "../../../domain/note-use.ts";
import type { AccountStore } from "../../../ports/account-store.ts";
import { unlessDiskIsFull } from "./note-use.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";

/** What the accounts are kept with. */
interface AccountStoreOptions {
  writer: ThreadCalls<WriterOperations>;
  now(): Date;
}

/** Accounts, browsers that are signed in and invitations in the embedded database. */
export function openAccountStore({ writer, now }: AccountStoreOptions): AccountStore {
  const at = () => now().toISOString();
  return {
    isEmpty: async (signal) => !(await writer.read("hasAccounts", undefined, { signal })),
    createFirst: (account, signal) =>
      writer.write(
        "createFirstAccount",
        { account, foldedName: foldName(account.name), at: at() },
        { signal },
      ),
    create: (account, signal) =>
      writer.write("createAccount", { account, foldedName: foldName(account.name), at: at() }, { signal }),
    createInvited: (account, hash, signal) =>
      writer.write(
        "createInvitedAccount",
        { account, foldedName: foldName(account.name), at: at(), hash },
        { signal },
      ),
    findByName: (name, signal) =>
      writer.read("findAccountByName", { foldedName: foldName(name) }, { signal }),
    find: (userId, signal) => writer.read("findAccount", { userId }, { signal }),
    list: (signal) => writer.read("listAccounts", undefined, { signal }),
    setPassword: (change, signal) => writer.write("setPassword", change, { signal }),
    replaceHash: (userId, from, to, signal) =>
      writer.write("replacePasswordHash", { userId, from, to }, { signal }),
    remove: (userId, signal) => writer.write("removeAccount", { userId }, { signal }),

    addSignIn: (given, signal) => {
      const signIn = { ...given, address: given.address.toWellFormed(), agent: given.agent.toWellFormed() };
      return writer.write("addSignIn", { signIn, at: at() }, { signal });
    },
    async useSignIn(hash, signal) {
      const time = now();
      const input = { hash, at: time.toISOString() };
      const found = await writer.read("findSignIn", input, { signal });
      if (found === null) return null;
      const { lastSeenAt, ...signIn } = found;
      if (isWorthNoting(lastSeenAt, time)) {
        await unlessDiskIsFull(writer.write("noteSignIn", input, { signal }));
      }
      return signIn;
    },
    listSignIns: (userId, signal) => writer.read("listSignIns", { userId, at: at() }, { signal }),
    endSignIn: (userId, signInId, signal) =>
      writer.write("endSignIn", { userId, signInId, at: at() }, { signal }),
    endSignIns: (userId, except, signal) =>
      writer.write("endSignIns", { userId, except, at: at() }, { signal }),

    addInvitation: (invitation, signal) =>
      writer.write("addInvitation", { invitation, at: at() }, { signal }),
    hasInvitation: (hash, signal) => writer.read("hasInvitation", { hash, at: at() }, { signal }),
    listInvitations: (signal) => writer.read("listInvitations", { at: at() }, { signal }),
    endInvitation: (invitationId, signal) =>
      writer.write("endInvitation", { invitationId, at: at() }, { signal }),
  };
}
