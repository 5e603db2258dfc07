import { describe, expect, it } from "vitest";
import { pinning } from "../../src/domain/session.ts";
import { failureOf, session, setUpAppwrite } from "./appwrite-stage.ts";
import { calm } from "./store-under-test.ts";

describe("provisioning Appwrite", () => {
  const stage = setUpAppwrite();

  it("keeps the first of several pinned documents in a table from before, and all of them once it is provisioned", async () => {
    const { sessions, provision } = stage.open();
    await stage.send("POST", "/tablesdb", { body: { databaseId: "carrel", name: "Carrel" } });
    const tables = "/tablesdb/carrel/tables";
    await stage.send("POST", tables, { body: { tableId: "sessions", name: "Sessions", permissions: [] } });
    for (const [key, type, required] of [
      ...[["userId", "string", true] as const, ["title", "string", true] as const],
      ...[["messages", "string", true] as const, ["selectedDocument", "string", false] as const],
      ...[["createdAt", "datetime", true] as const, ["updatedAt", "datetime", true] as const],
    ]) {
      const size = type === "string" ? { size: 5_000 } : {};
      await stage.send("POST", `${tables}/sessions/columns/${type}`, { body: { key, required, ...size } });
    }
    const pins = pinning(["doc-1", "doc-2"]);
    const { selectedDocuments: _several, ...first } = await sessions.create({ ...session, ...pins }, calm);
    expect(_several).toBeUndefined();
    expect(await sessions.update(first.$id, pins, calm)).toMatchObject({ selectedDocument: "doc-1" });
    expect(await sessions.unpin("doc-2", calm)).toBe(0);
    expect(await sessions.summaries("anna", 10, calm)).toHaveLength(1);
    expect(await provision(calm)).toContain("Created the column sessions.selectedDocuments");
    expect(await sessions.update(first.$id, pins, calm)).toMatchObject(pins);
    expect(await sessions.unpin("doc-1", calm)).toBe(1);
    expect((await sessions.find(first.$id, calm)).selectedDocument).toBe("doc-2");
  });

  it("creates what is missing, says so, and then has nothing left to do", async () => {
    const { provision, check } = stage.open();
    expect(await provision(calm)).toEqual([
      "Created the Appwrite database carrel",
      "Created the table sessions",
      "Created the column sessions.userId",
      "Created the column sessions.title",
      "Created the column sessions.messages",
      "Created the column sessions.selectedDocument",
      "Created the column sessions.selectedDocuments",
      "Created the column sessions.createdAt",
      "Created the column sessions.updatedAt",
      "Created the index sessions.userId_updatedAt",
      "Created the index sessions.selectedDocument",
      "Created the table jobs",
      "Created the column jobs.jobId",
      "Created the column jobs.userId",
      "Created the column jobs.state",
      "Created the column jobs.createdAt",
      "Created the column jobs.updatedAt",
      "Created the column jobs.job",
      "Created the index jobs.jobId",
      "Created the index jobs.userId_updatedAt",
      "Created the index jobs.state_createdAt",
      "Created the index jobs.state_updatedAt",
      "Created the table keys",
      "Created the column keys.keyId",
      "Created the column keys.userId",
      "Created the column keys.createdAt",
      "Created the column keys.endsAt",
      "Created the column keys.key",
      "Created the index keys.keyId",
      "Created the index keys.userId_createdAt",
      "Created the index keys.createdAt",
      "Created the index keys.endsAt",
      "Created the bucket documents",
    ]);
    expect(await provision(calm)).toEqual([]);
    await check(calm);
  });
});

describe("an Appwrite that was set up before there were jobs and keys", () => {
  const stage = setUpAppwrite();

  it("is given their tables with the first ones", async () => {
    const { provision, jobs, keys } = stage.open();
    await provision(calm);
    await stage.send("DELETE", "/tablesdb/carrel/tables/jobs");
    await stage.send("DELETE", "/tablesdb/carrel/tables/keys");
    expect(await jobs.find("a", calm)).toBeNull();
    expect(await keys.use("a", calm)).toBeNull();
    expect(await provision(calm)).toEqual([]);
  });
});

describe("provisioning Appwrite 1.8", () => {
  const stage = setUpAppwrite({ version: "1.8.1" });

  it("makes do with strings, for it knows no other texts", async () => {
    const { provision, check, sessions } = stage.open();
    const done = await provision(calm);
    expect(done).toContain("Created the column sessions.messages");
    expect(await provision(calm)).toEqual([]);
    await check(calm);
    const columns = stage.double.requests.filter(({ path }) => path.endsWith("columns/string"));
    expect(columns).toHaveLength(12);
    const messages = JSON.stringify(["x".repeat(4 * 1024 * 1024)]);
    expect((await sessions.create({ ...session, messages }, calm)).messages.length).toBe(messages.length);
    expect([...new Set(stage.double.problems)]).toEqual([]);
  });

  it("does not take a server that lacks all of it for an old one", async () => {
    const { provision } = stage.open({ endpoint: `${stage.double.url}/v1/elsewhere` });
    expect(await failureOf(provision(calm))).toMatchObject({
      message: "The database has no such interface",
      details: "Does APPWRITE_ENDPOINT end in /v1, and is Appwrite 1.8 or later?",
    });
  });
});
