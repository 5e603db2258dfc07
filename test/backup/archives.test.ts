import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import { MIGRATIONS } from "../../src/adapters/embedded/storage/records/migrations.ts";
import { checkDocuments } from "../../src/usecases/check-documents.ts";
import { calm } from "../contracts/store-under-test.ts";
import { hasSystemTar } from "../doubles/system-tar.ts";
import {
  archives,
  at,
  base,
  expectSame,
  folder,
  ids,
  openAt,
  openLibrary,
  order,
  put,
  readFilesUnder,
  restore,
  verify,
  write,
} from "./backed-up-library.ts";

test("a library comes back whole", async () => {
  const stores = await openLibrary();
  await writeFile(at("data/audit.jsonl"), '{"who":"ada"}\n');
  await writeFile(at("data/audit.2.jsonl"), "");
  expect(await write()).toMatchObject({ sessions: 2, files: 4, documents: 3, damaged: [] });
  expect(await readdir(folder)).toEqual(["b.tar", "data"]);
  expect(statSync(at("b.tar")).mode & 0o777).toBe(0o600);
  expect(await restore("elsewhere")).toEqual(await verify());
  expect((await readdir(at("elsewhere"))).toSorted()).toEqual([
    ...["audit.2.jsonl", "audit.jsonl", "carrel.db", "carrel.lock", "files"],
  ]);
  expect(readFileSync(at("elsewhere/audit.jsonl"), "utf8")).toBe('{"who":"ada"}\n');
  await expectSame(stores, await openAt("elsewhere"));
});

test.skipIf(!hasSystemTar())("the tar of the system reads an archive without a word of complaint", () => {
  const { status, stdout, stderr } = spawnSync("tar", ["-tf", join(base, "b.tar")], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  const names = stdout.trim().split("\n");
  expect(names.slice(0, -2).toSorted()).toEqual(ids.map((id) => `files/${id}`).toSorted());
  expect(names.slice(-2)).toEqual(["carrel.db", "manifest.jsonl"]);
});

test("what changes while it is written fits together, and what was removed is not in it", async () => {
  const stores = await openLibrary();
  const [first = "", second = "", third = ""] = ids;
  const secret = await put(stores, "a secret that was removed");
  let late = "";
  let changes: Promise<unknown> | undefined;
  const change = async () => {
    await stores.wholeDocuments.remove(secret, calm);
    await stores.wholeDocuments.remove(first, calm);
    await stores.wholeDocuments.rename(second, "renamed.txt", calm);
    late = await put(stores, "late");
  };
  // The first files are in the archive by then, and the largest one is on its way.
  await archives.write(order("warm.tar"), () => undefined, calm);
  await rm(at("warm.tar"));
  await write(({ stage, doneBytes }) => {
    if (stage === "files" && doneBytes > 500) changes ??= change();
  });
  await changes;
  const contents = await restore("elsewhere");
  const restored = await openAt("elsewhere");
  const findings = await Array.fromAsync(checkDocuments(restored, false, calm));
  expect(findings.filter(({ state }) => state === "wrong")).toEqual([]);
  expect((await restored.files.find(third, calm)).sizeBytes).toBe(3_000_000);
  const kept = await restored.files.existing([first, secret, late], calm);
  if (!kept.has(secret)) expect((await readFile(at("b.tar"))).includes("a secret")).toBe(false);
  expect(contents.files).toBe(3 + kept.size);
});

test("a file that comes after the others and is removed before its bytes are read is in neither", async () => {
  const stores = await openLibrary();
  const living = new DatabaseSync(at("data/carrel.db"));
  const seen = new Set<string>();
  const contents = await write(({ stage }) => {
    // As an upload and a removal do, whose bytes are gone by the time they are looked for.
    if (stage === "files" && !seen.has(stage))
      living.exec("INSERT INTO files VALUES ('late', 'u', 'n', 't', 5, '')");
    if (stage === "database" && !seen.has(stage)) living.exec("DELETE FROM files WHERE id = 'late'");
    seen.add(stage);
  });
  living.close();
  expect([contents.files, contents.documents, contents.damaged]).toEqual([4, 3, []]);
  await restore("elsewhere");
  await expectSame(stores, await openAt("elsewhere"));
});

test("files that the library itself has lost are named, and the rest is kept", async () => {
  await openLibrary();
  const [, cut = "", lost = ""] = ids;
  const places = readFilesUnder(at("data/files"));
  await truncate(places.find((path) => path.endsWith(cut)) ?? "", 100);
  await rm(places.find((path) => path.endsWith(lost)) ?? "");
  const contents = await write();
  expect([contents.files, contents.damaged.length]).toEqual([4, 2]);
  expect((await restore("elsewhere")).damaged).toEqual(contents.damaged);
});

describe("a restore", () => {
  beforeEach(() => cp(join(base, "b.tar"), at("b.tar")));

  test("is refused where something is there already, and changes nothing", async () => {
    await mkdir(at("target/lost+found"), { recursive: true });
    await writeFile(at("target/notes.txt"), "mine");
    await expect(restore("target")).rejects.toMatchObject({
      message: expect.stringContaining("is not empty: it holds notes.txt"),
      details: expect.stringContaining("never mixed"),
    });
    await rm(at("target/notes.txt"));
    await restore("target");
    await expect(restore("target")).rejects.toMatchObject({
      message: expect.stringContaining("is not empty"),
    });
  });

  test("that was killed at any step is done by the next one", async () => {
    const steps = [
      async () => await mkdir(at("target/restoring/library/files"), { recursive: true }),
      async () => {
        await mkdir(at("target/restoring"), { recursive: true });
        await mkdir(at("target/files/00"), { recursive: true });
        await writeFile(at("target/files/00/half"), "");
        await writeFile(at("target/audit.jsonl"), "");
        await writeFile(at("target/restoring/note.json"), '{"stage":"settling","checksum":"any"}');
      },
    ];
    const stores = await openLibrary();
    for (const killedAfter of steps) {
      await killedAfter();
      await restore("target");
      const restored = await openAt("target");
      await expectSame(stores, restored);
      await restored.close();
      expect((await readdir(at("target"))).toSorted()).toEqual(["carrel.db", "carrel.lock", "files"]);
      await rm(at("target"), { recursive: true });
    }
  });

  test("of a database of an older version is brought up to date by the next start", async () => {
    await mkdir(at("old"));
    const old = new DatabaseSync(at("old/carrel.db"));
    old.exec(`${MIGRATIONS[0]}; PRAGMA user_version = 1`);
    old.exec("INSERT INTO sessions VALUES (1, 's', 'ada', 'Old', '[]', NULL, '', '')");
    old.close();
    await archives.write(
      { ...order("old.tar"), directory: at("old"), accounts: at("old") },
      () => undefined,
      calm,
    );
    expect(await readdir(at("old"))).toEqual(["carrel.db"]);
    await restore("target", "old.tar");
    const { sessions } = await openAt("target");
    expect((await sessions.find("s", calm)).title).toBe("Old");
  });
});

test("a backup is refused where it cannot be put, and never replaces one unasked", async () => {
  await expect(write()).rejects.toMatchObject({ message: `There is no library in ${at("data")}` });
  await openAt("data");
  await write();
  const first = await readFile(at("b.tar"));
  await expect(write()).rejects.toMatchObject({ details: expect.stringContaining("--force") });
  expect((await readFile(at("b.tar"))).equals(first)).toBe(true);
  await archives.write(order("b.tar", true), () => undefined, calm);
  expect((await readFile(at("b.tar"))).equals(first)).toBe(false);
  const inside = archives.write(order("data/b.tar"), () => undefined, calm);
  await expect(inside).rejects.toMatchObject({
    message: expect.stringContaining("in the data folder itself"),
  });
  const folderItself = archives.write(order("", true), () => undefined, calm);
  await expect(folderItself).rejects.toMatchObject({ message: expect.stringContaining("is no file") });
  const nowhere = archives.write(order("absent/b.tar"), () => undefined, calm);
  await expect(nowhere).rejects.toMatchObject({ details: expect.stringContaining("a folder that is there") });
  const [one, two] = await Promise.allSettled([
    archives.write(order("d.tar"), () => undefined, calm),
    archives.write(order("d.tar"), () => undefined, calm),
  ]);
  expect([one.status, two.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await verify("d.tar")).files).toBe(0);
});
