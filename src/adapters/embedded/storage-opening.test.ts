import { chmod, mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { calm } from "../../../test/contracts/store-under-test.ts";
import { newFile } from "../../../test/doubles/new-file.ts";
import { storageFolder } from "../../../test/doubles/storage-folder.ts";
import { openEmbeddedStorage } from "./storage.ts";

describe("opening the embedded storage", () => {
  const home = storageFolder();
  const { openStorage, filesOnDisk } = home;
  const makeDatabase = async (version: number) => {
    await mkdir(home.directory);
    const database = new DatabaseSync(join(home.directory, "carrel.db"));
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
  };

  it("makes a directory that only its owner can enter", async () => {
    const storage = await openStorage();
    await storage.check(calm);
    expect((await stat(home.directory)).mode & 0o777).toBe(0o700);
  });

  it("says so where the directory cannot be made", async () => {
    const file = join(home.directory, "..", "a-file");
    await writeFile(file, "");
    await expect(openEmbeddedStorage({ directory: join(file, "data") })).rejects.toMatchObject({
      name: "AppError",
      code: "storage-failed",
      message: "The directory of the file storage cannot be read or written",
    });
  });

  it.skipIf(process.getuid?.() === 0)("says so where the directory cannot be written", async () => {
    await mkdir(home.directory);
    await chmod(home.directory, 0o500);
    await expect(openStorage()).rejects.toMatchObject({ code: "storage-failed" });
    await chmod(home.directory, 0o700);
  });

  it("refuses a database of a newer version", async () => {
    await makeDatabase(99);
    await expect(openStorage()).rejects.toMatchObject({
      code: "database-failed",
      message: "The database was written by a newer version of Carrel",
    });
  });

  it("says so where the database is damaged", async () => {
    await mkdir(home.directory);
    await writeFile(join(home.directory, "carrel.db"), "this is no database ".repeat(1_000));
    await expect(openStorage()).rejects.toMatchObject({
      code: "database-failed",
      message: "The database file is damaged",
    });
  });

  it("sets aside what no record knows, brings back what one knows again, and keeps it for 30 days", async () => {
    const first = await openStorage();
    const { fileId } = await first.files.put(newFile("kept"), calm);
    const [entry] = await filesOnDisk();
    const folder = entry?.parentPath ?? "";
    await first.close();
    await writeFile(join(folder, "orphan"), "left behind");
    await rename(join(folder, fileId), join(folder, "..", "moved"));
    await mkdir(join(home.directory, "quarantine", "2026-01-01"), { recursive: true });
    await rename(join(folder, "..", "moved"), join(home.directory, "quarantine", "2026-01-01", fileId));
    const said: string[] = [];
    const openAt = async (day: string) => {
      const now = () => new Date(`${day}T12:00:00Z`);
      await (await openStorage({ now, onTidied: (message) => said.push(message) })).close();
    };
    await openAt("2026-01-31");
    expect((await filesOnDisk()).map(({ name }) => name).toSorted()).toEqual([fileId, "orphan"].toSorted());
    expect(await readdir(folder)).toEqual([fileId]);
    expect(await readdir(join(home.directory, "quarantine", "2026-01-31"))).toEqual(["orphan"]);
    expect(said).toEqual([expect.stringContaining("came back"), expect.stringContaining("30 days")]);
    await openAt("2026-03-02");
    expect((await filesOnDisk()).map(({ name }) => name)).toContain("orphan");
    await openAt("2026-03-03");
    expect((await filesOnDisk()).map(({ name }) => name)).toEqual([fileId]);
  });

  it("starts where what was left behind cannot be tidied, and says so", async () => {
    const first = await openStorage();
    await first.files.put(newFile("kept"), calm);
    const [entry] = await filesOnDisk();
    await first.close();
    await writeFile(join(entry?.parentPath ?? "", "orphan"), "left behind");
    await writeFile(join(home.directory, "quarantine"), "in the way");
    const said: string[] = [];
    await openStorage({ onTidied: (message) => said.push(message) });
    expect(said).toEqual(["what was left behind could not be tidied"]);
  });

  it("belongs to one owner, beside whom others may look and join", async () => {
    const owner = await openStorage({ command: "carrel serve" });
    await expect(openStorage()).rejects.toMatchObject({
      code: "storage-failed",
      message: `The data folder ${home.directory} is in use`,
      details: expect.stringMatching(/^By carrel serve \(process \d+ on .+\) since 20\d\d-/),
    });
    const looker = await openStorage({ access: "look" });
    const guest = await openStorage({ access: "join" });
    const session = { userId: "ada", title: "t", messages: "[]", selectedDocument: null };
    await guest.sessions.create(session, calm);
    await owner.sessions.create(session, calm);
    expect(await Array.fromAsync(looker.sessions.list("ada", 10, calm))).toHaveLength(2);
    await expect(looker.sessions.create(session, calm)).rejects.toMatchObject({
      message: "The database cannot be written",
    });
  });

  it("is kept from owners by those who look while nobody writes, and leave no trace", async () => {
    await (await openStorage()).close();
    const before = await readdir(home.directory);
    const lookers = [await openStorage({ access: "look" }), await openStorage({ access: "look" })];
    for (const looker of lookers) await looker.check(calm);
    expect(await readdir(home.directory)).toEqual(before);
    await expect(openStorage()).rejects.toMatchObject({
      details: expect.stringContaining("By a command that reads it"),
    });
    for (const looker of lookers) await looker.close();
    await openStorage();
  });

  it("says to who looks that the database is of an older version, and changes nothing", async () => {
    await makeDatabase(1);
    const looker = await openStorage({ access: "look" });
    await expect(looker.check(calm)).rejects.toMatchObject({
      code: "database-failed",
      message: "The database was written by an older version of Carrel",
      details: expect.stringContaining("doctor --fix"),
    });
    expect(await readdir(home.directory)).toEqual(["carrel.db"]);
  });
});
