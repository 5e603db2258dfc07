import type { DatabaseSync } from "node:sqlite";
import type { Account, Invitation } from "../../../../domain/account.ts";
import { AppError } from "../../../../domain/errors.ts";
import type { AccountWithPassword, NewAccount, PasswordChange } from "../../../../ports/account-store.ts";
import { inWriteTransaction, rowOf, rowsOf } from "./database.ts";

/** The columns of an account, named as the domain names them. */
export const ACCOUNT_COLUMNS =
  "accounts.user_id AS userId, accounts.name, accounts.is_owner AS isOwner, accounts.created_at AS createdAt";

/** An account as the table has it: SQLite knows no booleans. */
export type AccountRow = Omit<Account, "isOwner"> & { isOwner: number };

/** An account to be made, and when. */
interface AccountDraft {
  account: NewAccount;
  foldedName: string;
  at: string;
}

/** The accounts' and invitations' part of the writing thread. */
export function accountRecords(database: DatabaseSync) {
  const any = database.prepare("SELECT 1 FROM accounts LIMIT 1");
  const columns = "(user_id, name, folded_name, is_owner, password_hash, created_at)";
  const insertFirst = database.prepare(
    `INSERT INTO accounts ${columns} SELECT ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM accounts)
     RETURNING ${ACCOUNT_COLUMNS}`,
  );
  const insert = database.prepare(
    `INSERT INTO accounts ${columns} VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING ${ACCOUNT_COLUMNS}`,
  );
  const withPassword = `SELECT ${ACCOUNT_COLUMNS}, password_hash AS passwordHash FROM accounts`;
  const findByName = database.prepare(`${withPassword} WHERE folded_name = ?`);
  const find = database.prepare(`${withPassword} WHERE user_id = ?`);
  const list = database.prepare(`SELECT ${ACCOUNT_COLUMNS} FROM accounts ORDER BY sequence`);
  const setPassword = database.prepare(
    "UPDATE accounts SET password_hash = ? WHERE user_id = ? AND password_hash = coalesce(?, password_hash)",
  );
  const signOut = database.prepare("DELETE FROM sign_ins WHERE user_id = ? AND id IS NOT ?");
  const remove = database.prepare("DELETE FROM accounts WHERE user_id = ?");
  const forgetInvitations = database.prepare("DELETE FROM invitations WHERE expires_at <= ?");
  const invite = database.prepare(
    "INSERT INTO invitations (hash, id, created_at, expires_at) VALUES (?, ?, ?, ?)",
  );
  const invited = database.prepare("SELECT 1 FROM invitations WHERE hash = ? AND expires_at > ?");
  const invitations = database.prepare(
    `SELECT id AS invitationId, created_at AS createdAt, expires_at AS expiresAt FROM invitations
     WHERE expires_at > ? ORDER BY created_at DESC, id`,
  );
  const useInvitation = database.prepare("DELETE FROM invitations WHERE hash = ? AND expires_at > ?");
  const endInvitation = database.prepare("DELETE FROM invitations WHERE id = ? AND expires_at > ?");

  function add({ account, foldedName, at }: AccountDraft): Account {
    const { userId, name, isOwner, passwordHash } = account;
    const made = rowOf<AccountRow>(insert, userId, name, foldedName, isOwner ? 1 : 0, passwordHash, at);
    if (made === undefined) throw nameTaken();
    return toAccount(made);
  }

  return {
    hasAccounts: (): boolean => rowOf(any) !== undefined,

    createFirstAccount: ({ account, foldedName, at }: AccountDraft): Account | null => {
      const { userId, name, isOwner, passwordHash } = account;
      const values = [userId, name, foldedName, isOwner ? 1 : 0, passwordHash, at];
      const made = rowOf<AccountRow>(insertFirst, ...values);
      return made === undefined ? null : toAccount(made);
    },

    createAccount: add,

    /** Where the name is taken, the invitation stays. */
    createInvitedAccount: ({ hash, ...draft }: AccountDraft & { hash: string }): Account | null =>
      inWriteTransaction(database, () =>
        useInvitation.run(hash, draft.at).changes === 0 ? null : add(draft),
      ),

    findAccountByName: ({ foldedName }: { foldedName: string }): AccountWithPassword | null =>
      toAccountOrNull(rowOf<AccountRow & { passwordHash: string }>(findByName, foldedName)),

    findAccount: ({ userId }: { userId: string }): AccountWithPassword | null =>
      toAccountOrNull(rowOf<AccountRow & { passwordHash: string }>(find, userId)),

    listAccounts: (): Account[] => rowsOf<AccountRow>(list).map(toAccount),

    setPassword: ({ userId, from, passwordHash, exceptSignInId }: PasswordChange): boolean =>
      inWriteTransaction(database, () => {
        if (setPassword.run(passwordHash, userId, from).changes === 0) return false;
        signOut.run(userId, exceptSignInId);
        return true;
      }),

    replacePasswordHash: ({ userId, from, to }: { userId: string; from: string; to: string }): boolean =>
      setPassword.run(to, userId, from).changes === 1,

    removeAccount: ({ userId }: { userId: string }): boolean => remove.run(userId).changes === 1,

    addInvitation: ({ invitation, at }: { invitation: Invitation & { hash: string }; at: string }): void =>
      inWriteTransaction(database, () => {
        forgetInvitations.run(at);
        const { hash, invitationId, createdAt, expiresAt } = invitation;
        invite.run(hash, invitationId, createdAt, expiresAt);
      }),

    hasInvitation: ({ hash, at }: { hash: string; at: string }): boolean =>
      rowOf(invited, hash, at) !== undefined,

    listInvitations: ({ at }: { at: string }): Invitation[] => rowsOf<Invitation>(invitations, at),

    endInvitation: ({ invitationId, at }: { invitationId: string; at: string }): boolean =>
      endInvitation.run(invitationId, at).changes === 1,
  };
}

/** A row as the domain knows it. */
export function toAccount<Row extends AccountRow>(row: Row): Omit<Row, "isOwner"> & { isOwner: boolean } {
  return { ...row, isOwner: row.isOwner === 1 };
}

function toAccountOrNull(
  row: (AccountRow & { passwordHash: string }) | undefined,
): AccountWithPassword | null {
  return row === undefined ? null : toAccount(row);
}

function nameTaken(): AppError {
  return new AppError("name-taken", "There is an account of this name", {
    details: "Choose another name; capital and small letters count as the same",
  });
}
