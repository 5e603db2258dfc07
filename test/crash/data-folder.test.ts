import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../doubles/temporary-folder.ts";
import { type ServiceProcess, type Start, startProcess } from "./service-process.ts";

const folder = temporaryFolder();
let data: string;
let started: ServiceProcess[];

beforeEach(() => {
  data = folder.at("data");
  started = [];
});
afterEach(async () => {
  for (const service of started) await service.kill();
});

async function start(options: Partial<Start> = {}): Promise<ServiceProcess> {
  const service = await startProcess({ dataDirectory: data, ...options });
  started.push(service);
  return service;
}

async function command(...words: string[]) {
  const process = await start({ words });
  // One that serves does not end by itself.
  if (process.url !== "") await process.kill();
  return { code: await process.ended, ...process.said };
}

/** Starts a service, uploads these files and stops it; gives the ids. */
async function fill(...names: string[]): Promise<string[]> {
  const service = await start();
  const ids: string[] = [];
  for (const name of names) ids.push((await service.upload(name, `The text of ${name}.`)).body.documentId);
  await service.kill("SIGTERM");
  return ids;
}

async function filesIn(...places: string[]): Promise<string[]> {
  const path = join(data, ...places);
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

async function everything(): Promise<string[]> {
  return (await readdir(data, { recursive: true })).toSorted();
}

async function makeOld(...places: string[]): Promise<void> {
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000);
  for (const name of await readdir(join(data, ...places), { recursive: true })) {
    await utimes(join(data, ...places, name), longAgo, longAgo);
  }
}

const read = async (service: ServiceProcess, fileId: string) => {
  const answer = await fetch(`${service.url}/api/documents/content?fileId=${fileId}`);
  return answer.text();
};

describe("a data folder whose database is missing or empty", () => {
  const ways: [string, () => Promise<void>][] = [
    ["is missing", () => rename(join(data, "carrel.db"), folder.at("aside.db"))],
    ["has no bytes", () => writeFile(join(data, "carrel.db"), "")],
    [
      "has no tables",
      async () => {
        await rm(join(data, "carrel.db"));
        const empty = new DatabaseSync(join(data, "carrel.db"));
        empty.exec("PRAGMA user_version = 0; CREATE TABLE a (b); DROP TABLE a");
        empty.close();
      },
    ],
  ];

  test.each(ways)("is refused with what to do, and no file is touched (it %s)", async (_way, lose) => {
    const ids = (await fill("a.txt", "b.txt", "c.txt")).toSorted();
    await makeOld("files");
    await lose();
    for (const words of [["serve"], ["doctor"], ["doctor", "--fix"], ["reembed"]]) {
      const { code, out, err } = await command(...words);
      expect([words, code]).toEqual([words, 1]);
      expect(`${out}${err}`).toMatch(/3 files but no database/);
      expect(`${out}${err}`).toMatch(/carrel\.db/);
      expect(await filesIn("files")).toEqual(ids);
      expect(existsSync(join(data, "quarantine"))).toBe(false);
    }
  });

  test("works again when the database is back", async () => {
    const [id = ""] = await fill("a.txt");
    await rename(join(data, "carrel.db"), folder.at("aside.db"));
    expect((await command("serve")).code).toBe(1);
    await rename(folder.at("aside.db"), join(data, "carrel.db"));
    expect(await read(await start(), id)).toBe("The text of a.txt.");
  });
});

describe("files that the database does not know", () => {
  test("move to the quarantine of the day, and come back with the database that knows them", async () => {
    const [old = ""] = await fill("old.txt");
    await copyFile(join(data, "carrel.db"), folder.at("older.db"));
    const [young = ""] = await fill("young.txt");
    await rename(join(data, "carrel.db"), folder.at("newer.db"));
    await copyFile(folder.at("older.db"), join(data, "carrel.db"));
    const restored = await start();
    expect(await read(restored, old)).toBe("The text of old.txt.");
    expect(restored.said.err).toMatch(/quarantine/);
    await restored.kill("SIGTERM");
    const [day = ""] = await readdir(join(data, "quarantine"));
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await filesIn("quarantine")).toEqual([young]);

    await rename(folder.at("newer.db"), join(data, "carrel.db"));
    const whole = await start();
    expect(await read(whole, young)).toBe("The text of young.txt.");
    expect(await read(whole, old)).toBe("The text of old.txt.");
    expect(await filesIn("quarantine")).toEqual([]);
  });

  test("stay where they are beside a database that knows no file at all", async () => {
    await (await start()).kill("SIGTERM");
    await mkdir(join(data, "files", "aa"), { recursive: true });
    await writeFile(join(data, "files", "aa", "somebodys"), "text");
    await makeOld("files");
    const service = await start();
    expect(service.said.err).toMatch(/knows no file/);
    expect(await filesIn("files")).toEqual(["somebodys"]);
  });
});

describe("a command that only looks", () => {
  test("changes nothing in a library that nobody serves", async () => {
    await fill("a.txt");
    await mkdir(join(data, "files", "aa"), { recursive: true });
    await writeFile(join(data, "files", "aa", "unknown"), "text");
    await makeOld("files");
    const before = await everything();
    expect((await command("doctor")).out).toMatch(/^ok {5}1 file, 0 indexed documents$/m);
    expect((await command("provision")).code).toBe(0);
    expect(await everything()).toEqual(before);
  });

  test("makes no data folder where there is none", async () => {
    expect(await command("doctor")).toMatchObject({ code: 0, out: expect.stringMatching(/0 files/) });
    expect((await command("provision")).code).toBe(0);
    expect(existsSync(data)).toBe(false);
  });
});

describe("a data folder that a service holds", () => {
  test("is refused to a second one, which is told whose it is, also where both have the same number", async () => {
    const wrapper = ["unshare", "--pid", "--fork", "--kill-child"];
    const canUnshare = process.getuid?.() === 0 && existsSync("/usr/bin/unshare");
    const first = await start(canUnshare ? { wrapper } : {});
    const second = await start(canUnshare ? { wrapper } : {});
    expect(second.url).toBe("");
    expect(await second.ended).toBe(1);
    expect(second.said.err).toMatch(/is in use/);
    expect(second.said.err).toMatch(canUnshare ? /carrel serve.*process 1 / : /carrel serve.*process \d+/);
    expect((await first.upload("a.txt", "text")).status).toBe(200);
  });

  test("is free as soon as its holder is killed", async () => {
    const first = await start();
    await first.kill("SIGKILL");
    expect((await start()).url).toMatch(/^http/);
  });

  test("can be looked at, and is otherwise left to it", async () => {
    const service = await start();
    const { documentId } = (await service.upload("a.txt", "The text.")).body;
    expect(await command("doctor")).toMatchObject({ code: 0, out: expect.stringMatching(/1 file,/) });
    expect(await command("provision")).toMatchObject({ code: 0 });
    expect(await command("reembed")).toMatchObject({ code: 0, err: "" });
    expect(
      await command("move", "--from", `embedded:${data}`, "--to", `embedded:${folder.path}/copy`),
    ).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 file"),
    });
    const fixing = await command("doctor", "--fix");
    expect(fixing).toMatchObject({ code: 1, err: expect.stringMatching(/is in use[\s\S]*carrel serve/) });
    const moving = await command(
      "move",
      "--from",
      `embedded:${folder.path}/copy`,
      "--to",
      `embedded:${data}`,
    );
    expect(moving).toMatchObject({ code: 1, err: expect.stringMatching(/is in use[\s\S]*carrel serve/) });
    const index = { documentId, userId: "ada", fileName: "a.txt" };
    expect(await service.ask("/api/documents/index", index)).toMatchObject({ success: true });
  });
});

describe("the temporary files of a service", () => {
  const index = async (service: ServiceProcess) => {
    const { documentId } = (await service.upload("a.txt", "The text.")).body;
    return service.ask("/api/documents/index", { documentId, userId: "ada", fileName: "a.txt" });
  };

  test("are made anew where somebody has removed them", async () => {
    const service = await start();
    expect(await index(service)).toMatchObject({ success: true });
    await rm(join(data, "tmp"), { recursive: true });
    expect(await index(service)).toMatchObject({ success: true });
  });

  test("are left alone by every other process, however long they have not been used", async () => {
    const service = await start();
    expect(await index(service)).toMatchObject({ success: true });
    await makeOld("tmp");
    const before = await everything();
    await command("doctor");
    await command("reembed");
    await command("serve");
    expect(before.filter((name) => name.startsWith("tmp"))).not.toEqual([]);
    expect((await everything()).filter((name) => name.startsWith("tmp"))).toEqual(
      before.filter((name) => name.startsWith("tmp")),
    );
    expect(await index(service)).toMatchObject({ success: true });
  });

  test("are cleared by the next start when it was killed, however young they are", async () => {
    await fill("a.txt");
    const service = await start();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(
          Buffer.from(
            '--x\r\nContent-Disposition: form-data; name="file"; filename="b.txt"\r\n\r\nsome of the text\r\n',
          ),
        );
        return new Promise(() => undefined);
      },
    });
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const init = { method: "POST", body, headers, duplex: "half" } as const;
    fetch(`${service.url}/api/documents/upload`, init).catch(() => undefined);
    await expect.poll(() => filesIn("tmp"), { timeout: 10_000 }).toContain("file");
    await service.kill("SIGKILL");
    const orphan = join(data, "files", "aa");
    await mkdir(orphan, { recursive: true });
    await writeFile(join(orphan, "unrecorded"), "text");
    expect(await filesIn("tmp")).toContain("file");
    const next = await start();
    expect(await filesIn("tmp")).not.toContain("file");
    await next.kill("SIGTERM");
    expect(await filesIn("tmp")).toEqual([]);
    expect(await filesIn("files")).toHaveLength(1);
    expect(await filesIn("quarantine")).toEqual(["unrecorded"]);
  });
});
