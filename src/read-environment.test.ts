import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const PROGRAM = resolve(import.meta.dirname, "../bin/carrel.js");

test("the runtime of the embedder reports its use to nobody, and leaves no files for that", async () => {
  const home = await mkdtemp(join(tmpdir(), "carrel-home-"));
  const { PATH = "" } = process.env;
  const env = { PATH, HOME: home, PORT: "0", DATA_DIR: join(home, "data"), OLLAMA_DISCOVERY: "off" };
  const service = spawn(process.execPath, [PROGRAM, "serve"], { cwd: home, env });
  const ended = new Promise((done) => service.once("close", done));
  try {
    const url = await new Promise<string>((listening, failed) => {
      let said = "";
      service.once("close", () => failed(new Error(`The service ended: ${said}`)));
      service.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        const address = /http:\/\/[\w.:]+/.exec(said)?.[0];
        if (address !== undefined) listening(address);
      });
    });
    const answer = await fetch(`${url}/api/search/semantic`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "badger", userId: "ada" }),
    });
    expect(answer.status).toBe(200);
  } finally {
    service.kill("SIGTERM");
    await ended;
  }
  expect(existsSync(join(tmpdir(), `mat-debug-${service.pid}.log`))).toBe(false);
  expect(existsSync(join(home, ".cache", "Microsoft"))).toBe(false);
  expect(await readdir(home)).toEqual(["data"]);
  await rm(home, { recursive: true });
});
