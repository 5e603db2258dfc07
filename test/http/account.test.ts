import { readFile } from "node:fs/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, openForTest, type TestApp, uploadRequest } from "./open-app.ts";

const PASSWORD = "correct horse battery";
let service: TestApp;
beforeEach(async () => {
  service = await openForTest(() => ({}), { AUTH: "password" });
});

const cookieOf = ({ headers }: Answer) => String(headers["set-cookie"]).split(";")[0] ?? "";
const join = (invitation: string, name: string) =>
  service.post("/api/account/join", { invitation, name, password: PASSWORD });
const signIn = (name: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  service.post("/api/account/sign-in", { name, password }, headers);
const whoIs = async (cookie: string) => (await service.get("/api/account", { cookie })).body;

/** Makes the owner's account and gives its cookie. */
async function setUp(name = "Olive"): Promise<string> {
  const answer = await service.post("/api/account/setup", { name, password: PASSWORD });
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

/** Invites somebody and gives the token of the link. */
async function invite(owner: string): Promise<string> {
  const { body } = await service.post("/api/users/invitations", {}, { cookie: owner });
  return body.path.replace("/join#", "");
}

describe("the first account", () => {
  test("is made by the first visitor alone, and is the owner's", async () => {
    expect(await whoIs("")).toMatchObject({ mode: "password", account: null, isNew: true });
    const answers = await Promise.all(
      ["Olive", "Mallory", "Trudy"].map((name) =>
        service.post("/api/account/setup", { name, password: PASSWORD }),
      ),
    );
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect([made?.status, ...others.map(({ status }) => status)]).toEqual([200, 403, 403]);
    const { account, isNew } = await whoIs(cookieOf(made as Answer));
    expect({ account, isNew }).toMatchObject({ account: { isOwner: true, access: "write" }, isNew: false });
  });

  test("takes over what was kept without accounts", async () => {
    await service.library.sessions.create(
      { userId: "local", title: "Before", messages: "[]", selectedDocument: null },
      AbortSignal.timeout(10_000),
    );
    const cookie = await setUp();
    expect((await whoIs(cookie)).account.userId).toBe("local");
    const { body } = await service.get("/api/chat/history?userId=local", { cookie });
    expect(body.sessions).toMatchObject([{ title: "Before" }]);
  });

  test.each([
    ["a short password", { name: "Olive", password: "short" }, /^password must have 10 to 200/],
    ["a name of signs", { name: "<b>", password: PASSWORD }, /^name must be 1 to 64/],
    ["no name", { password: PASSWORD }, /^name is missing/],
  ])("is not made with %s", async (_, payload, sentence) => {
    const answer = await service.post("/api/account/setup", payload);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(sentence) } });
  });
});

describe("signing in", () => {
  test("gives a cookie that no script reads and no other site's page sends", async () => {
    await setUp();
    const answer = await signIn("  olive ");
    expect(answer.headers["set-cookie"]).toMatch(
      /^carrel=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Expires=\w{3}, [^;]+ GMT$/,
    );
    expect(JSON.stringify(answer.body)).not.toContain(cookieOf(answer).replace("carrel=", ""));
    const secure = await signIn("olive", PASSWORD, { origin: "https://localhost", host: "localhost" });
    expect(String(secure.headers["set-cookie"])).toMatch(/; Secure$/);
  });

  test("says the same of a wrong name and a wrong password", async () => {
    await setUp();
    const answers = [await signIn("olive", "wrong password"), await signIn("nobody", PASSWORD)];
    expect(answers[0]).toMatchObject({
      status: 401,
      body: { error: "The name or the password is wrong" },
    });
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(answers.map(({ headers }) => headers["set-cookie"])).toEqual([undefined, undefined]);
  });

  test("is tried ten times at most in ten minutes, by name and address", async () => {
    await setUp();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await signIn("nobody", "wrong password")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await signIn("NOBODY ", "wrong password");
    expect(refused).toMatchObject({ status: 429, body: { error: "Too many attempts to sign in" } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(30);
    expect((await signIn("olive")).status).toBe(200);
  });

  test("ends with signing out, here or everywhere", async () => {
    const first = await setUp();
    const second = cookieOf(await signIn("olive"));
    const third = cookieOf(await signIn("olive"));
    const out = await service.post("/api/account/sign-out", {}, { cookie: first });
    expect(String(out.headers["set-cookie"])).toContain("carrel=; ");
    expect([(await whoIs(first)).account, (await whoIs(second)).account?.name]).toEqual([null, "Olive"]);
    await service.post("/api/account/sign-out", { everywhere: true }, { cookie: second });
    expect([(await whoIs(second)).account, (await whoIs(third)).account]).toEqual([null, null]);
  });

  test("lists the browsers, and signs another one out", async () => {
    const here = await setUp();
    const there = cookieOf(await signIn("olive", PASSWORD, { "user-agent": "A phone" }));
    const { body } = await service.get("/api/account/sign-ins", { cookie: here });
    expect(body.signIns).toHaveLength(2);
    const phone = body.signIns.find(({ agent }: { agent: string }) => agent === "A phone");
    expect(phone).toMatchObject({ isThisOne: false, address: "127.0.0.1" });
    const url = `/api/account/sign-ins?signInId=${phone.signInId}`;
    expect((await service.remove(url, { cookie: here })).status).toBe(200);
    expect((await whoIs(there)).account).toBeNull();
  });

  test("goes on here and ends elsewhere when the password is changed", async () => {
    const here = await setUp();
    const there = cookieOf(await signIn("olive"));
    const change = (current: string) =>
      service.post("/api/account/password", { current, next: "another long password" }, { cookie: here });
    expect(await change("not the password")).toMatchObject({
      status: 403,
      body: { error: "The current password is wrong" },
    });
    expect((await change(PASSWORD)).status).toBe(200);
    expect([(await whoIs(here)).account?.name, (await whoIs(there)).account]).toEqual(["Olive", null]);
    expect((await signIn("olive")).status).toBe(401);
    expect((await signIn("olive", "another long password")).status).toBe(200);
  });
});

describe("an invitation", () => {
  test("is for one account", async () => {
    const owner = await setUp();
    const token = await invite(owner);
    const joined = await join(token, "Bob");
    expect((await whoIs(cookieOf(joined))).account).toMatchObject({ name: "Bob", isOwner: false });
    expect(await join(token, "Eve")).toMatchObject({ status: 404 });
    const { body } = await service.get("/api/users", { cookie: owner });
    expect(body.users.map(({ name }: { name: string }) => name)).toEqual(["Olive", "Bob"]);
    expect(body.invitations).toEqual([]);
  });

  test("is not used up by a name that is taken", async () => {
    const token = await invite(await setUp());
    expect(await join(token, "OLIVE")).toMatchObject({ status: 409 });
    expect((await join(token, "Bob")).status).toBe(200);
  });

  test("can be taken back", async () => {
    const owner = await setUp();
    const token = await invite(owner);
    const { invitations } = (await service.get("/api/users", { cookie: owner })).body;
    const url = `/api/users/invitations?invitationId=${invitations[0].invitationId}`;
    expect((await service.remove(url, { cookie: owner })).status).toBe(200);
    expect((await join(token, "Bob")).status).toBe(404);
  });
});

describe("a key", () => {
  test("acts for its user until it is ended, and is shown once", async () => {
    const cookie = await setUp();
    const { userId } = (await whoIs(cookie)).account;
    const draft = { label: "upload", access: "write", expiresInDays: 30 };
    const made = await service.post("/api/keys", draft, { cookie });
    const { key, secret } = made.body;
    expect(secret).toMatch(/^carrel_[\w-]{43}$/);
    for (const headers of [{ authorization: `Bearer ${secret}` }, { "x-api-key": secret }]) {
      expect((await service.get("/api/account", headers)).body.account).toMatchObject({ userId, by: "key" });
      expect((await service.get(`/api/documents?userId=${userId}`, headers)).status).toBe(200);
    }
    const listed = await service.get("/api/keys", { cookie });
    expect(listed.body.keys).toMatchObject([{ keyId: key.keyId, lastUsedAt: expect.any(String) }]);
    expect(listed.text).not.toContain(secret);
    expect((await service.remove(`/api/keys?keyId=${key.keyId}`, { cookie })).status).toBe(200);
    const after = await service.get("/api/documents?userId=alice", { "x-api-key": secret });
    expect(after.status).toBe(401);
  });
});

test("files open by the cookie alone, in pictures and viewers", async () => {
  const cookie = await setUp();
  const { userId } = (await whoIs(cookie)).account;
  const upload = uploadRequest({ name: "cat.png", content: "not really", userId });
  const { body } = await service.send({ ...upload, headers: { ...upload.headers, cookie } });
  const url = `/api/documents/file?fileId=${body.documentId}`;
  const asImage = { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors", "sec-fetch-site": "same-origin" };
  expect((await service.get(url, { cookie, ...asImage })).status).toBe(200);
  expect((await service.get(url, asImage)).status).toBe(401);
  const elsewhere = { ...asImage, "sec-fetch-site": "cross-site" };
  expect((await service.get(url, { cookie, ...elsewhere })).status).toBe(403);
});

test("what is done is written down: who, what, when, from where, and no contents", async () => {
  const cookie = await setUp();
  const { userId } = (await whoIs(cookie)).account;
  const upload = uploadRequest({ name: "secret-plan.txt", content: "Secret words.", userId });
  const { documentId } = (await service.send({ ...upload, headers: { ...upload.headers, cookie } })).body;
  await service.get(`/api/documents/content?fileId=${documentId}`, { cookie });
  await service.remove(`/api/documents?documentId=${documentId}`, { cookie });
  await signIn("olive", "wrong password");
  const made = await service.post("/api/keys", { label: "k", access: "read" }, { cookie });
  const entries = (await service.identities?.audit.read({ limit: 100 })) ?? [];
  const shown = entries.map(({ action, userId: who, by, subject, from }) => [action, who, by, subject, from]);
  expect(shown.reverse()).toEqual([
    ["account-created", userId, "password", "Olive", "127.0.0.1"],
    ["file-read", userId, "password", documentId, "127.0.0.1"],
    ["document-deleted", userId, "password", documentId, "127.0.0.1"],
    ["sign-in-refused", null, "none", "olive", "127.0.0.1"],
    ["key-created", userId, "password", made.body.key.keyId, "127.0.0.1"],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Secret|secret-plan|horse|wrong password|carrel_/);
});

test("nothing in the data folder holds a password, a cookie or a key as it is", async () => {
  const { app } = service;
  const cookie = await setUp();
  const { body } = await service.post("/api/keys", { label: "k", access: "read" }, { cookie });
  expect(app.isGuarded).toBe(true);
  const files = ["carrel.db", "carrel.db-wal", "audit.jsonl"];
  for (const file of files) {
    const bytes = await readFile(`${service.folder}/${file}`, "latin1");
    for (const secret of [PASSWORD, cookie.replace("carrel=", ""), body.secret]) {
      expect(bytes.includes(secret), file).toBe(false);
    }
  }
});
