import { describe, expect, test } from "vitest";
import { openDuring } from "../contracts/open-during.ts";
import { openCopies, stormAndExpectTidy, USER } from "./interleaved-calls.ts";

/** Enough to meet in every way; `npm run test:long` makes a thousand. */
const CALLS = 200;

let opened: Awaited<ReturnType<typeof openCopies>>;
openDuring(openCopies, "test", (copies) => {
  opened = copies;
});

describe("two copies of the service on one stack", () => {
  test("read what the other one writes", async () => {
    const [one, other] = opened.copies;
    const messages = [{ role: "user", content: "Hi" }];
    const created = await one.post("/api/chat/history", { userId: USER, messages });
    const history = () => other.get(`/api/chat/history?userId=${USER}`);
    expect((await history()).body.sessions).toEqual([created.body.session]);
    const documentId = await one.add({ name: "lease.md", content: "# Lease\n\nThree months.", userId: USER });
    const list = async () => (await other.get(`/api/documents?userId=${USER}`)).body;
    expect((await list()).documents).toMatchObject([{ documentId, documentName: "lease.md" }]);
    await one.post("/api/documents/rename", { documentId, newName: "other.md" });
    expect((await list()).documents).toMatchObject([{ documentId, documentName: "other.md" }]);
    const content = await other.get(`/api/documents/content?fileId=${documentId}`);
    expect(content.text).toContain("Three months");
    await other.remove(`/api/documents?documentId=${documentId}`);
    const search = { query: "lease", userId: USER, scoreThreshold: 0 };
    const found = await one.post("/api/search/semantic", search);
    expect(found.body.results).toEqual([]);
  });

  test(`leave no duplicate, no orphan and no mixed version after ${CALLS} interleaved calls`, async () => {
    await stormAndExpectTidy(opened, CALLS);
  });
});
