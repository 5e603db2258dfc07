import { expect, it } from "vitest";
import { type Answer, openForTest, uploadRequest } from "./open-app.ts";

const cookieOf = ({ headers }: Answer) => String(headers["set-cookie"]).split(";")[0] ?? "";
const PASSWORD = "correct horse battery";

it("an owner removes a user with everything of theirs, and not themselves", async () => {
  const { post, send, get, remove } = await openForTest(undefined, { AUTH: "password" });
  const owner = { cookie: cookieOf(await post("/api/account/setup", { name: "Olga", password: PASSWORD })) };
  const invited = await post("/api/users/invitations", {}, owner);
  const invitation = String(invited.body.path).split("#")[1];
  const joined = await post("/api/account/join", { invitation, name: "Ben", password: PASSWORD });
  const ben = { cookie: cookieOf(joined) };
  const { userId } = (await get("/api/account", ben)).body.account;
  const upload = uploadRequest({ name: "a.txt", content: "The lease.", userId });
  const uploaded = await send({ ...upload, headers: { ...upload.headers, ...ben } });
  expect(uploaded.status).toBe(200);
  const order = { documentId: uploaded.body.documentId, userId, fileName: "a.txt" };
  expect((await post("/api/documents/index", order, ben)).status).toBe(200);
  await post("/api/chat/history", { userId, messages: [] }, ben);

  expect((await remove(`/api/users?userId=${userId}`, ben)).status).toBe(403);
  const self = (await get("/api/account", owner)).body.account.userId;
  const refused = await remove(`/api/users?userId=${self}`, owner);
  expect([refused.status, refused.body.error]).toEqual([403, "You cannot remove yourself"]);

  const removed = await remove(`/api/users?userId=${userId}`, owner);
  expect([removed.status, removed.body.removed]).toEqual([
    200,
    {
      ...{ account: true, signIns: 1, keys: 0 },
      ...{ sessions: 1, jobs: 1, files: 1, documents: 1, pins: 0 },
    },
  ]);
  expect((await get(`/api/documents?userId=${userId}`, ben)).status).toBe(401);
  expect((await get("/api/users", owner)).body.users).toHaveLength(1);
  expect((await remove(`/api/users?userId=${userId}`, owner)).status).toBe(404);
});
