import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A service that tells how much of its memory is in use, garbage apart. */
export interface MeasuredService {
  url: string;
  liveBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a service with bench/measured-service.ts inside, on a folder of its own. */
export async function startMeasuredService(settings: Record<string, string>): Promise<MeasuredService> {
  const folder = await mkdtemp(join(tmpdir(), "carrel-bench-"));
  const child = fork(join(import.meta.dirname, "../bin/carrel.js"), ["serve"], {
    execArgv: ["--import", join(import.meta.dirname, "measured-service.ts")],
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: folder, OLLAMA_DISCOVERY: "off", ...settings },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let output = "";
  let url: string | undefined;
  for await (const text of child.stdout?.setEncoding("utf8") ?? []) {
    output += text;
    url = /http:\/\/[\w.:]+/.exec(output)?.[0];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error("the service did not start");
  return {
    url,
    async liveBytes() {
      child.send("measure");
      const [bytes] = await once(child, "message");
      return Number(bytes);
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
