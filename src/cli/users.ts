import { openAccounts } from "../compose-identities.ts";
import type { Config } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import { expectFit } from "../domain/expect-fit.ts";
import { idSchema } from "../domain/id.ts";
import { addAccount, findAccount, resetPassword } from "../usecases/accounts.ts";
import { signOutEverywhere } from "../usecases/sign-in.ts";
import { readOptions, readWords } from "./read-options.ts";
import { readNewPassword } from "./read-password.ts";
import { removeUserCommand } from "./remove-user.ts";
import { showTable } from "./show-table.ts";
import { noteCommand, withAudited } from "./with-audited.ts";

const terminal = { input: process.stdin, write: (text: string) => process.stderr.write(text) };

type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** Lists those who have an account, makes accounts, sets passwords, signs people out and removes them, also beside the service. */
export async function users(config: Config, [verb, ...words]: readonly string[]): Promise<void> {
  switch (verb) {
    case undefined:
      return withAudited(openAccounts(config, { access: "look", command: "carrel users" }), list);
    case "add": {
      const { names, given } = readWords(words, { owner: "flag", user: "optional" });
      const name = onlyName(names);
      const userId = given.user === undefined ? undefined : expectFit(idSchema, given.user, "--user");
      return change(config, verb, async (opened, signal) => {
        const password = await readNewPassword(terminal, signal);
        const draft = { name, password, userId, isOwner: given.owner };
        const account = await addAccount(opened.parts, draft, signal);
        await noteCommand(opened, "account-created", account.userId);
        console.log(`${account.name} has an account now, as user ${account.userId}`);
      });
    }
    case "password": {
      const name = onlyName(readWords(words, {}).names);
      return change(config, verb, async (opened, signal) => {
        // Nobody types a password for an account that is not there.
        await findAccount(opened.parts, name, signal);
        const password = await readNewPassword(terminal, signal);
        const account = await resetPassword(opened.parts, { name, password }, signal);
        await noteCommand(opened, "password-changed", account.userId);
        console.log(`${account.name} has a new password and is signed out everywhere`);
      });
    }
    case "end": {
      const name = onlyName(readWords(words, {}).names);
      return change(config, verb, async (opened, signal) => {
        const account = await findAccount(opened.parts, name, signal);
        const count = await signOutEverywhere(opened.parts, account, signal);
        await noteCommand(opened, "sign-out", account.userId);
        console.log(
          `${account.name} is signed out everywhere (${count} ${count === 1 ? "browser" : "browsers"})`,
        );
      });
    }
    case "remove":
      return removeUserCommand(config, onlyName(readWords(words, {}).names));
    default:
      // An option is refused in its own words.
      if (verb.startsWith("-")) readOptions([verb, ...words], {});
      throw new AppError("invalid-input", `There is no command users ${verb}`, { details: USAGE });
  }
}

const USAGE =
  "There are: users, users add NAME [--owner] [--user ID], users password NAME, users end NAME, users remove NAME";

type Work = (opened: Accounts, signal: AbortSignal) => Promise<void>;

function change(config: Config, verb: string, work: Work): Promise<void> {
  return withAudited(openAccounts(config, { access: "join", command: `carrel users ${verb}` }), work);
}

async function list({ parts: { accounts } }: Accounts, signal: AbortSignal): Promise<void> {
  const all = await accounts.list(signal);
  if (all.length === 0) return console.log("Nobody has an account yet");
  const rows = all.map(({ name, userId, isOwner, createdAt }) => [
    name,
    userId,
    isOwner ? "owner" : "",
    createdAt.slice(0, 10),
  ]);
  console.log(showTable([["NAME", "USER", "", "SINCE"], ...rows]));
}

function onlyName([name, ...more]: readonly string[]): string {
  if (name !== undefined && more.length === 0) return name;
  throw new AppError("invalid-input", "One name is needed, in quotation marks where it has blanks", {
    details: USAGE,
  });
}
