import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAuditFile } from "../src/adapters/data-folder/audit-file.ts";
import { openAccounts, openKeys } from "../src/compose-identities.ts";
import { readConfig } from "../src/config.ts";
import { resolveKey } from "../src/usecases/api-keys.ts";
import { resolveSignIn, signIn } from "../src/usecases/sign-in.ts";
import { calm } from "./contracts/store-under-test.ts";
import { startProcess } from "./crash/service-process.ts";
import { openProductionStack } from "./stacks/production-stack.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "carrel-accounts-"));
});
afterEach(() => rm(folder, { recursive: true }));

const dataDirectory = () => join(folder, "data");
const look = { access: "look" as const, command: "test" };

async function carrel(words: readonly string[], input = "", settings: Record<string, string> = {}) {
  const { ended, said } = await startProcess({
    ...{ dataDirectory: dataDirectory(), words, settings, input, cwd: folder },
  });
  return { code: await ended, ...said };
}

const written = async () =>
  (await openAuditFile({ directory: dataDirectory() }).read({ limit: 100 })).map(({ action, by }) => ({
    action,
    by,
  }));

const browser = { address: "", agent: "" };

test("users are added, listed, given passwords and signed out", async () => {
  expect((await carrel(["users"])).out).toBe("Nobody has an account yet\n");
  expect(existsSync(dataDirectory())).toBe(false);
  const made = await carrel(["users", "add", "Ada", "--owner", "--user", "local"], "correct horse\n");
  expect(made).toEqual({ code: 0, err: "", out: "Ada has an account now, as user local\n" });
  const taken = await carrel(["users", "add", "ADA"], "another horse\n");
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining("There is an account of this name")]);
  const short = await carrel(["users", "add", "Ben"], "short\n");
  expect([short.code, short.err]).toEqual([1, expect.stringContaining("must have 10 to 200 characters")]);
  expect((await carrel(["users"])).out).toMatch(
    /^NAME {2}USER .*SINCE\nAda {3}local {2}owner {2}\d{4}-\d\d-\d\d\n$/,
  );

  const config = { ...readConfig({}), dataDirectory: dataDirectory() };
  const { parts, close } = await openAccounts(config, { access: "own", command: "test" });
  const enter = (password: string) => signIn(parts, { name: "ada", password, ...browser }, calm);
  const first = await enter("correct horse");
  // Beside the process that has the folder.
  const renewed = await carrel(["users", "password", "ada"], "a better horse");
  expect(renewed.out).toBe("Ada has a new password and is signed out everywhere\n");
  expect(await resolveSignIn(parts, first.secret, calm)).toBeNull();
  await expect(enter("correct horse")).rejects.toMatchObject({ code: "unauthenticated" });
  const second = await enter("a better horse");
  expect((await carrel(["users", "end", "ada"])).out).toBe("Ada is signed out everywhere (1 browser)\n");
  expect(await resolveSignIn(parts, second.secret, calm)).toBeNull();
  await close();
  expect(await written()).toEqual([
    { action: "sign-out", by: "command" },
    { action: "password-changed", by: "command" },
    { action: "account-created", by: "command" },
  ]);
});

test("keys are shown once, listed and ended", async () => {
  const made = await carrel([
    "key",
    "add",
    "--user",
    "ada",
    "--label",
    "Back\u001bup",
    "--read",
    "--days",
    "7",
  ]);
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^carrel_[\w-]{43}\n$/) });
  const keyId = /^Key (\w+) for user ada/.exec(made.err)?.[1] ?? "";
  const list = (await carrel(["key"])).out;
  expect(list).toMatch(
    new RegExp(`^KEY .*\\n${keyId} {2}ada {3}read {4}\\d{4}-\\d\\d-\\d\\d {2}never {2}Back\ufffdup\\n$`),
  );
  expect(list).not.toContain(made.out.trim());
  const config = { ...readConfig({}), dataDirectory: dataDirectory() };
  const { parts, close } = await openKeys(config, { access: "own", command: "test" });
  const resolve = () => resolveKey(parts, made.out.trim(), calm);
  expect(await resolve()).toMatchObject({ userId: "ada", access: "read" });
  expect((await carrel(["key", "end", keyId])).out).toBe(`Key ${keyId} is no longer valid\n`);
  expect(await resolve()).toBeNull();
  await close();
  const again = await carrel(["key", "end", keyId]);
  expect([again.code, again.err]).toEqual([1, "There is no such key\n"]);
  expect(await written()).toEqual([
    { action: "key-removed", by: "command" },
    { action: "key-created", by: "command" },
  ]);
});

test("keys are kept in Appwrite where the library is", async () => {
  const stack = await openProductionStack(["appwrite"]);
  const made = await carrel(["key", "add", "--user", "ada", "--label", "Backup"], "", stack.environment);
  expect(made.code).toBe(0);
  const { parts } = await openKeys(readConfig(stack.environment), look);
  expect(await resolveKey(parts, made.out.trim(), calm)).toMatchObject({ userId: "ada", access: "write" });
  expect((await carrel(["key"], "", stack.environment)).out).toMatch(/^\w+ {2}ada {3}write {3}never {2}/m);
  expect(existsSync(join(dataDirectory(), "carrel.db"))).toBe(false);
  await stack.close();
});

test.each([
  [["users", "fly"], "There is no command users fly"],
  [["users", "--fly"], "Unknown option '--fly'"],
  [["users", "add"], "One name is needed"],
  [["users", "add", "Ada", "Lovelace"], "One name is needed"],
  [["users", "add", "Ada", "--user", "a b"], "--user must be 1 to 36"],
  [["users", "end", "Nobody"], "There is no account Nobody"],
  [["key", "fly"], "There is no command key fly"],
  [["key", "add", "--user", "ada"], "--label is missing"],
  [
    ["key", "add", "--user", "ada", "--label", "x", "--days", "soon"],
    "(expiresInDays) must be a whole number",
  ],
  [["key", "end"], "The id of one key is needed"],
])("%j says what would be right", async (words, message) => {
  const { code, err } = await carrel(words);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
});
