/**
 * Sends the largest legal request of every kind to a service and says how long its main thread was blocked at most and
 * how long another caller waited: `node bench/stalls/run.ts [words of names]`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type LargestRequest, largestRequests } from "./largest-requests.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** What no other caller may wait longer than, and what nothing may take longer than on the main thread. */
const LONGEST_WAIT_MS = 250;
const LONGEST_BLOCK_MS = 20;
const HEARTBEAT_MS = 5;

const wanted = process.argv[2] ?? "";
const folder = await mkdtemp(join(tmpdir(), "carrel-bench-"));
const child = spawn(
  process.execPath,
  ["--import", join(import.meta.dirname, "watched-service.ts"), join(ROOT, "bin/carrel.js"), "serve"],
  {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: folder, OLLAMA_DISCOVERY: "off" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  },
);
const url = await urlOf(child);
const ids = await prepare();
console.log("longest block | longest wait of others | request");
let broken = 0;
for (const request of largestRequests(ids).filter(({ name }) => name.includes(wanted))) {
  const { blockMs, waitMs, status, tookMs } = await measure(request);
  if (blockMs > LONGEST_BLOCK_MS || waitMs > LONGEST_WAIT_MS) broken++;
  console.log(
    `${blockMs.toFixed(0).padStart(7)} ms | ${waitMs.toFixed(0).padStart(7)} ms | ${request.name} (${status}, ${tookMs.toFixed(0)} ms)`,
  );
}
console.log(`${broken} over ${LONGEST_BLOCK_MS} ms on the main thread or ${LONGEST_WAIT_MS} ms for others`);
child.kill("SIGTERM");
await once(child, "exit");
await rm(folder, { recursive: true, force: true });

/** A library with a document and a session, and a service whose parts have all been used once. */
async function prepare(): Promise<{ sessionId: string; documentId: string }> {
  const form = new FormData();
  form.set("userId", "alice");
  form.set(
    "file",
    new File(["The tenant may end the lease with three months' notice. ".repeat(2_000)], "a.txt"),
  );
  const uploaded = await fetch(`${url}/api/documents/upload`, { method: "POST", body: form });
  const { documentId } = (await uploaded.json()) as { documentId: string };
  const index = { documentId, userId: "alice", fileName: "a.txt" };
  await send("POST", "/api/documents/index", JSON.stringify(index));
  // What is not Latin is read by code of its own, which is made when it is first needed.
  const messages = [{ role: "user", content: "解約の通知は何か月前までに必要ですか".repeat(5) }];
  const created = await send("POST", "/api/chat/history", JSON.stringify({ userId: "alice", messages }));
  const { session } = JSON.parse(created.text) as { session: { $id: string } };
  for (let round = 0; round < 3; round++) {
    await send("POST", "/api/chat", JSON.stringify({ userId: "alice", messages }));
    await send("POST", "/api/chat/generate-title", JSON.stringify({ messages }));
    await send("POST", "/api/search/semantic", JSON.stringify({ userId: "alice", query: "notice" }));
  }
  // Large bodies have a thread of their own, which is to be there already.
  await send(
    "POST",
    "/api/chat/generate-title",
    JSON.stringify({ messages: [{ role: "user", content: "a ".repeat(200_000) }] }),
  );
  return { sessionId: session.$id, documentId };
}

async function measure({ method, path, body }: LargestRequest) {
  await wait(300);
  await longestBlock();
  const heartbeat = startHeartbeat();
  const startedAt = performance.now();
  const { status } = await send(method, path, body);
  const tookMs = performance.now() - startedAt;
  const waitMs = await heartbeat.end();
  return { blockMs: await longestBlock(), waitMs, status, tookMs };
}

async function send(method: string, path: string, body: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(url + path, { method, headers: { "Content-Type": "application/json" }, body });
  return { status: answer.status, text: await answer.text() };
}

/** Another caller, who asks for something small all the time. */
function startHeartbeat(): { end(): Promise<number> } {
  let isOver = false;
  let longestMs = 0;
  const beating = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${url}/api/chat/history?userId=bob`)).arrayBuffer();
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await wait(HEARTBEAT_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await beating;
      return longestMs;
    },
  };
}

async function longestBlock(): Promise<number> {
  child.send("how long?");
  const [{ longestMs }] = (await once(child, "message")) as [{ longestMs: number }];
  return longestMs;
}

function urlOf(service: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let output = "";
    service.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const address = /http:\/\/[\w.:]+/.exec(output)?.[0];
      if (address !== undefined) found(address);
    });
    service.once("exit", (code) => failed(new Error(`the service ended with ${code}`)));
  });
}
