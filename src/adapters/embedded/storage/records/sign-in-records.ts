import type { DatabaseSync } from "node:sqlite";
import type { Account, SignIn } from "../../../../domain/account.ts";
import type { NewSignIn } from "../../../../ports/account-store.ts";
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from "./account-records.ts";
import { inWriteTransaction, rowOf, rowsOf } from "./database.ts";

/** A browser that is signed in, whose it is, and when that was last noted. */
interface SeenSignIn {
  account: Account;
  signInId: string;
  lastSeenAt: string;
}

/** The part of the writing thread for browsers that are signed in. */
export function signInRecords(database: DatabaseSync) {
  const forget = database.prepare("DELETE FROM sign_ins WHERE expires_at <= ?");
  // In one statement with the look at the password, so that nobody comes in by one that was changed a moment ago.
  const insert = database.prepare(
    `INSERT INTO sign_ins (hash, id, user_id, created_at, last_seen_at, expires_at, address, agent)
     SELECT ?, ?, user_id, ?, ?, ?, ?, ? FROM accounts WHERE user_id = ? AND password_hash = ?`,
  );
  const find = database.prepare(
    `SELECT ${ACCOUNT_COLUMNS}, sign_ins.id AS signInId, last_seen_at AS lastSeenAt
     FROM sign_ins JOIN accounts USING (user_id) WHERE hash = ? AND expires_at > ?`,
  );
  const note = database.prepare("UPDATE sign_ins SET last_seen_at = ? WHERE hash = ?");
  const list = database.prepare(
    `SELECT id AS signInId, created_at AS createdAt, last_seen_at AS lastSeenAt, expires_at AS expiresAt, address, agent
     FROM sign_ins WHERE user_id = ? AND expires_at > ? ORDER BY last_seen_at DESC, created_at DESC, id`,
  );
  const end = database.prepare("DELETE FROM sign_ins WHERE user_id = ? AND id = ?");
  const endAll = database.prepare("DELETE FROM sign_ins WHERE user_id = ? AND id IS NOT ?");

  /** Changes browsers after those whose time is over are gone, so that none of them counts. */
  function change<T>(at: string, work: () => T): T {
    return inWriteTransaction(database, () => {
      forget.run(at);
      return work();
    });
  }

  return {
    addSignIn: ({ signIn, at }: { signIn: NewSignIn; at: string }): boolean =>
      change(at, () => {
        const { hash, signInId, expiresAt, address, agent, userId, passwordHash } = signIn;
        const fields = [hash, signInId, at, at, expiresAt, address, agent];
        return insert.run(...fields, userId, passwordHash).changes === 1;
      }),

    findSignIn: ({ hash, at }: { hash: string; at: string }): SeenSignIn | null => {
      const row = rowOf<AccountRow & Omit<SeenSignIn, "account">>(find, hash, at);
      if (row === undefined) return null;
      const { signInId, lastSeenAt, ...account } = row;
      return { account: toAccount(account), signInId, lastSeenAt };
    },

    noteSignIn: ({ hash, at }: { hash: string; at: string }): void => {
      note.run(at, hash);
    },

    listSignIns: ({ userId, at }: { userId: string; at: string }): SignIn[] =>
      rowsOf<SignIn>(list, userId, at),

    endSignIn: ({ userId, signInId, at }: { userId: string; signInId: string; at: string }): boolean =>
      change(at, () => end.run(userId, signInId).changes === 1),

    endSignIns: ({ userId, except, at }: { userId: string; except: string | null; at: string }): number =>
      change(at, () => Number(endAll.run(userId, except).changes)),
  };
}
