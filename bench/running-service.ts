import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** A service of its own, started as a user starts it, on a folder of its own. */
export interface RunningService {
  url: string;
  /** From the start of the process to its first answer. */
  startMs: number;
  /** How much memory the process holds. */
  residentBytes(): Promise<number>;
  post(path: string, body: object): Promise<Response>;
  upload(name: string, content: string | Uint8Array<ArrayBuffer>, userId: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a service and waits for its first answer. */
export async function startService(settings: Record<string, string> = {}): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), "carrel-bench-"));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(ROOT, "bin/carrel.js"), "serve"], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: folder, OLLAMA_DISCOVERY: "off", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await urlOf(child);
  await (await fetch(`${url}/api/health`)).json();
  const startMs = performance.now() - startedAt;
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    url,
    startMs,
    post,
    async residentBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    },
    async upload(name, content, userId) {
      const form = new FormData();
      form.set("userId", userId);
      form.set("file", new File([content], name));
      const answer = await fetch(`${url}/api/documents/upload`, { method: "POST", body: form });
      const { documentId } = (await answer.json()) as { documentId: string };
      return documentId;
    },
    async stop() {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const url = /http:\/\/[\w.:]+/.exec(output)?.[0];
      if (url !== undefined) found(url);
    });
    child.once("exit", (code) => failed(new Error(`the service ended with ${code}`)));
  });
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

const WORDS =
  "the of a to in is that with for as by on from at are this which be or was has an not their more also between results patients cells protein expression response growth model analysis significant treatment increased observed compared control group study levels effect factor disease associated data human clinical risk activity system process energy market river mountain history language computer network memory design building teacher school weather garden music paper bridge engine water light sound metal glass season winter summer contract agreement notice period payment invoice budget report meeting project deadline decision question answer".split(
    " ",
  );

/** Prose of about this many characters; the same seed gives the same text. */
export function makeProse(characters: number, seed: number): string {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  let text = "";
  while (text.length < characters) {
    const length = 6 + Math.floor(random() * 18);
    const words = Array.from({ length }, () => WORDS[Math.floor(random() * WORDS.length)] ?? "");
    const sentence = words.join(" ");
    text += `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. `;
    if (random() < 0.15) text += "\n\n";
  }
  return text;
}
