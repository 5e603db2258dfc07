import { afterAll, expect, test } from "vitest";
import {
  type AppwritePlatform,
  openAppwritePlatform,
} from "../../src/adapters/appwrite/open-appwrite-platform.ts";
import { newId } from "../../src/domain/id.ts";
import { fileStoreContract } from "../contracts/file-store.ts";
import { platformArchiveContract } from "../contracts/platform-archive.ts";
import { sessionStoreContract } from "../contracts/session-store.ts";
import { calm, type StoreUnderTest } from "../contracts/store-under-test.ts";
import { inPieces } from "../doubles/new-file.ts";

const { APPWRITE_ENDPOINT: endpoint, APPWRITE_PROJECT_ID: projectId, APPWRITE_API_KEY: apiKey } = process.env;

if (endpoint === undefined || projectId === undefined || apiKey === undefined) {
  test.skip("Appwrite is left out: set APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID and APPWRITE_API_KEY", () =>
    undefined);
} else {
  /** A database and a bucket of their own, so that nothing else in the project is touched. */
  const own = `carrel-live-${newId()}`;
  const names = { databaseId: own, sessionsTableId: "sessions", jobsTableId: "jobs", bucketId: own };

  const opened = async <Store>(
    storeOf: (platform: AppwritePlatform) => Store,
    now: () => Date = () => new Date(),
  ): Promise<StoreUnderTest<Store>> => {
    const open = () => openAppwritePlatform({ endpoint, projectId, apiKey, ...names, now });
    const platform = open();
    await platform.provision(calm);
    return { store: storeOf(platform), reopen: async () => storeOf(open()), close: async () => undefined };
  };

  sessionStoreContract("a real Appwrite", (now) => opened((platform) => platform.sessions, now));
  fileStoreContract("a real Appwrite", () => opened((platform) => platform.files));
  platformArchiveContract("a real Appwrite", () => opened((platform) => platform));

  test("a real Appwrite finds a session and a file in every writing of their ids, the service in one", async () => {
    const platform = openAppwritePlatform({ endpoint, projectId, apiKey, ...names });
    await platform.provision(calm);
    const [ana, capitals] = [`ana-${newId()}`, (id: string) => id.toUpperCase()];
    const at = "2026-01-01T00:00:00.000Z";
    const session = {
      $id: `a-${newId()}`,
      userId: ana,
      title: "Mine",
      messages: "[]",
      selectedDocument: null,
    };
    await platform.archive.putSession({ ...session, createdAt: at, updatedAt: at }, calm);
    const file = {
      fileId: `a-${newId()}`,
      userId: ana,
      name: "a.txt",
      mimeType: "text/plain",
      createdAt: at,
    };
    await platform.archive.putFile({ ...file, sizeBytes: 4 }, inPieces(Buffer.from("Mine")), calm);

    const rows = `tablesdb/${own}/tables/sessions/rows`;
    const equal = { method: "equal", attribute: "userId", values: [capitals(ana)] };
    const query = encodeURIComponent(JSON.stringify(equal));
    expect(await ask(`${rows}/${capitals(session.$id)}`)).toMatchObject({ $id: session.$id });
    expect(await ask(`${rows}?queries[0]=${query}`)).toMatchObject({ rows: [{ $id: session.$id }] });
    expect(await ask(`storage/buckets/${own}/files/${capitals(file.fileId)}`)).toMatchObject({
      $id: file.fileId,
    });

    const { sessions, files } = platform;
    expect(await Array.fromAsync(sessions.list(capitals(ana), 100, calm))).toEqual([]);
    const noSession = { code: "session-not-found" };
    const noFile = { code: "file-not-found" };
    await expect(sessions.update(capitals(session.$id), { title: "x" }, calm)).rejects.toMatchObject(
      noSession,
    );
    await expect(sessions.remove(capitals(session.$id), calm)).rejects.toMatchObject(noSession);
    await expect(files.read(capitals(file.fileId), null, calm)).rejects.toMatchObject(noFile);
    await expect(files.rename(capitals(file.fileId), "b.txt", calm)).rejects.toMatchObject(noFile);
    await expect(files.remove(capitals(file.fileId), calm)).rejects.toMatchObject(noFile);
    expect(await Array.fromAsync(sessions.list(ana, 100, calm))).toMatchObject([session]);
    expect(await files.find(file.fileId, calm)).toMatchObject({ name: "a.txt", userId: ana });
  });

  test("a real Appwrite refuses a change of a row that was written since", async () => {
    const { sessions, provision } = openAppwritePlatform({ endpoint, projectId, apiKey, ...names });
    await provision(calm);
    const draft = { userId: newId(), title: "First", messages: "[]", selectedDocument: null };
    const { $id } = await sessions.create(draft, calm);
    const path = `tablesdb/${own}/tables/sessions/rows/${$id}`;
    const { $updatedAt: readAt } = Object(await ask(path));
    await sessions.update($id, { title: "Second" }, calm);
    const late = {
      method: "PATCH",
      headers: { "x-appwrite-timestamp": readAt },
      body: { data: { title: "x" } },
    };
    expect(await ask(path, late)).toMatchObject({ type: "row_update_conflict" });
    expect(await Array.fromAsync(sessions.list(draft.userId, 9, calm))).toMatchObject([{ title: "Second" }]);
  });

  afterAll(async () => {
    for (const path of [`tablesdb/${own}`, `storage/buckets/${own}`]) await ask(path, { method: "DELETE" });
  });

  /** Asks the server as another client would. */
  const ask = async (
    path: string,
    {
      method = "GET",
      headers = {},
      body,
    }: { method?: string; headers?: Record<string, string>; body?: object } = {},
  ): Promise<unknown> => {
    const response = await fetch(`${endpoint.replace(/\/+$/, "")}/${path}`, {
      method,
      headers: {
        "x-appwrite-project": projectId,
        "x-appwrite-key": apiKey,
        "content-type": "application/json",
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return text === "" ? undefined : JSON.parse(text);
  };
}
