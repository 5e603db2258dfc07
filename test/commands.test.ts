import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { openStores } from "../src/compose-stores.ts";
import { readConfig } from "../src/config.ts";
import { world } from "./contracts/indexed-documents.ts";
import { calm } from "./contracts/store-under-test.ts";
import { startProcess } from "./crash/service-process.ts";
import { newFile } from "./doubles/new-file.ts";
import { temporaryFolder } from "./doubles/temporary-folder.ts";
import { openServerOn } from "./doubles/wire.ts";
import { openProductionStack, type ProductionStack } from "./stacks/production-stack.ts";

const folder = temporaryFolder();
let stack: ProductionStack | undefined;
afterEach(async () => {
  await stack?.close();
  stack = undefined;
});

/** Runs a command in a folder of its own, with these settings and no others. */
async function carrel(words: readonly string[], settings: Record<string, string> = {}) {
  const dataDirectory = folder.at("data");
  const { ended, said } = await startProcess({ dataDirectory, words, settings, cwd: folder.path });
  return { code: await ended, ...said };
}

/** Puts a file, its document, and a document without a file where these settings lead to. */
async function fill(settings: Record<string, string>): Promise<void> {
  const stores = await openStores(readConfig(settings), () => undefined);
  const { put } = world(7);
  const embedder = "embedded:minilm";
  await stores.generations.adopt(embedder, calm);
  const { fileId } = await stores.files.put(newFile("The lease.", { name: "lease.txt" }), calm);
  await put(stores.vectors, [0.9], { userId: "ada", documentId: fileId, embedder });
  await put(stores.vectors, [0.8], { userId: "ada", documentName: "gone.txt", embedder });
  await stores.sessions.create(
    { userId: "ada", title: "Chat", messages: "[]", selectedDocument: null },
    calm,
  );
  await stores.close();
}

test("help lists every command, whatever it is asked with", async () => {
  const { code, out } = await carrel(["help"]);
  expect(code).toBe(0);
  for (const name of [
    "serve",
    "provision",
    "doctor [--fix | --proof ID]",
    "reembed",
    "move --from",
    "backup [--force] FILE",
    "restore FILE",
    "help",
  ]) {
    expect(out).toContain(`\n  ${name}`);
  }
  expect((await carrel(["--help"])).out).toBe(out);
  expect((await carrel(["move", "-h"], { PORT: "wrong" })).out).toBe(out);
});

test("a command or an option that nobody knows is an error that names what there is", async () => {
  const unknown = await carrel(["fly"]);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("serve, provision, doctor")]);
  const option = await carrel(["doctor", "--fly"]);
  expect([option.code, option.err]).toEqual([1, expect.stringContaining("carrel -- help")]);
});

test.each(["serve", "reembed", "doctor"])("%s ends where it cannot begin", async (name) => {
  const server = await openServerOn("http", (_request, response) => response.writeHead(500).end());
  const { code, err } = await carrel([name], { PORT: "0", OPENAI_BASE_URL: server.url });
  await server.close();
  expect([code, err]).toEqual([1, expect.stringContaining("does not say which models it has")]);
});

test("provision creates everything, then has nothing left to do", async () => {
  expect(await carrel(["provision"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("Nothing to do"),
  });
  stack = await openProductionStack(["appwrite", "qdrant"], "bare");
  const first = await carrel(["provision"], stack.environment);
  expect(first.code).toBe(0);
  expect(first.out.split("\n")).toEqual(
    expect.arrayContaining([
      "Created the Appwrite database carrel",
      "Created the table sessions",
      "Created the column sessions.messages",
      "Created the index sessions.userId_updatedAt",
      "Created the bucket documents",
      "Created the Qdrant collection service_documents",
      "Created the Qdrant collection service_documents_ledger",
    ]),
  );
  expect(await carrel(["provision"], stack.environment)).toEqual({
    ...{ code: 0, err: "" },
    out: "Nothing to do: everything is there already\n",
  });
});

test("doctor names every wrong setting", async () => {
  const { code, out } = await carrel(["doctor"], { PORT: "abc", LOG_LEVEL: "warn", CHAT_MODEL: "x" });
  expect(code).toBe(1);
  expect(out).toMatch(/^ok {5}setting LOG_LEVEL$/m);
  expect(out).toMatch(/^WRONG {2}setting PORT: must be/m);
});

test("doctor finds what does not fit together, and repairs it where asked to", async () => {
  stack = await openProductionStack(["appwrite", "qdrant"]);
  await fill(stack.environment);
  const sick = await carrel(["doctor"], { ...stack.environment, EMBEDDING_MODEL: "embedded" });
  expect([sick.code, sick.err]).toEqual([1, ""]);
  expect(sick.out).toMatch(/^ok {5}sessions: appwrite$/m);
  expect(sick.out).toMatch(/^ok {5}vectors: qdrant$/m);
  expect(sick.out).toMatch(/^WRONG {2}1 document without a file: gone.txt$/m);
  expect(sick.out).toMatch(/^WRONG {2}the documents were embedded by embedded:minilm, but/m);
  expect(existsSync(folder.at("data", "carrel.db"))).toBe(false);
  const fixed = await carrel(["doctor", "--fix"], stack.environment);
  expect(fixed.out).toMatch(/^fixed {2}removed the vectors of 1 document without a file: gone.txt$/m);
  expect((await carrel(["doctor"], stack.environment)).out).toMatch(
    /^ok {5}every indexed document has its file$/m,
  );
});

test("doctor says which backend is away and what to do", async () => {
  const { code, out } = await carrel(["doctor"], { QDRANT_URL: "http://127.0.0.1:9" });
  expect(code).toBe(1);
  expect(out).toMatch(
    /^WRONG {2}vectors: qdrant: The vector store cannot be reached\n {7}Is Qdrant running/m,
  );
});

test("move copies a library to the place that a file of settings names, and back", async () => {
  stack = await openProductionStack(["appwrite", "qdrant"], "bare");
  await fill({ DATA_DIR: folder.at("old") });
  const lines = Object.entries(stack.environment).map(([name, value]) => `${name}=${value}`);
  await writeFile(folder.at("production.env"), lines.join("\n"));
  const there = await carrel(["move", "--from", "embedded:old", "--to", "env:production.env"]);
  expect([there.code, there.err]).toEqual([0, ""]);
  expect(there.out).toContain("Created the bucket documents");
  expect(there.out).toContain("Copied 1 session, 1 file and 2 documents");
  const [, checksum] = /checksum (\w+)/.exec(there.out) ?? [];
  const back = await carrel(["move", "--from", "env:production.env", "--to", "embedded:new"]);
  expect(back.out).toContain(
    `both sides hold 1 session, 1 file and 2 documents (2 chunks), checksum ${checksum}`,
  );
  const wrong = await carrel(["move", "--from", "embedded:new", "--to", "embedded:new"]);
  expect([wrong.code, wrong.err]).toEqual([1, "--from and --to are the same place\n"]);
});

test("doctor --proof shows what is left of a document, and that nothing is once it is removed", async () => {
  const settings = { DATA_DIR: folder.at("data") };
  const stores = await openStores(readConfig(settings), () => undefined);
  const { fileId } = await stores.files.put(newFile("The lease.", { name: "lease.txt" }), calm);
  await world(7).put(stores.vectors, [0.9], { userId: "ada", documentId: fileId });
  const session = { userId: "ada", title: "Chat", messages: "[]", selectedDocument: fileId };
  await stores.sessions.create(session, calm);
  // Beside whoever has the folder.
  const before = await carrel(["doctor", "--proof", fileId]);
  expect([before.code, before.err]).toEqual([1, ""]);
  expect(before.out).toMatch(/^WRONG {2}files: 1 file left$/m);
  expect(before.out).toMatch(/^WRONG {2}pins: 1 session that pins it left$/m);
  expect(before.out).toMatch(/^WRONG {2}data folder: \w+ stands in /m);
  await stores.sessions.unpin(fileId, calm);
  await stores.wholeDocuments.remove(fileId, calm);
  expect(await stores.wiping.wipe(calm)).toBe(true);
  const after = await carrel(["doctor", "--proof", fileId]);
  expect([after.code, after.err, after.out]).toEqual([0, "", expect.not.stringContaining("WRONG")]);
  expect(after.out).toMatch(/^ok {5}database: \d+ free pages?, all zeros$/m);
  await stores.close();
  expect((await carrel(["doctor", "--proof", fileId])).code).toBe(0);
  const wrong = await carrel(["doctor", "--proof", "../x"]);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("The id after --proof")]);
});
