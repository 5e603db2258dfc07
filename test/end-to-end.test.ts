import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sendJsonTo } from "./doubles/send-json-to.ts";
import { temporaryFolder } from "./doubles/temporary-folder.ts";
import { eventsOf } from "./http/open-app.ts";

const ROOT = resolve(import.meta.dirname, "..");
const folder = temporaryFolder();
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) interrupt(child, "SIGKILL");
});

/** Starts the real command as a user does and waits for its one line. */
async function start(
  settings: Record<string, string> = { OLLAMA_DISCOVERY: "off" },
): Promise<{ url: string; line: string; stop(): Promise<void>; terminate(): Promise<void> }> {
  const child = spawn("npm", ["start", "--silent"], {
    cwd: ROOT,
    env: { ...process.env, PORT: "0", DATA_DIR: folder.path, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
    // A group of its own, so that the interrupt reaches all of it, as it does from a terminal.
    detached: true,
  });
  running.add(child);
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  const lines: string[] = [];
  const line = await new Promise<string>((found, failed) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      lines.push(...text.split("\n").filter((part) => part.trim() !== ""));
      const [first] = lines;
      if (first?.includes("http://")) found(first);
    });
    ended.then((code) => failed(new Error(`ended with ${code} before it listened`)));
  });
  return {
    line,
    url: /http:\/\/[\w.:]+/.exec(line)?.[0] ?? "",
    async stop() {
      interrupt(child, "SIGINT");
      await ended;
      running.delete(child);
    },
    /** Ends npm alone, as whoever started it would. */
    async terminate() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function interrupt(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    const isGone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!isGone) throw error;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function jsonOf(answer: Response): Promise<any> {
  return answer.json();
}

test("the real command uploads, indexes, searches, chats, restarts and finds everything again", async () => {
  const first = await start();
  expect(first.line).toMatch(/vectors: embedded/);

  const form = new FormData();
  form.set("userId", "alice");
  const text = "The lighthouse of Alexandria was built on the island of Pharos by Ptolemy the Second.";
  form.set("file", new File([text], "lighthouse.txt"));
  const uploaded = await jsonOf(
    await fetch(`${first.url}/api/documents/upload`, { method: "POST", body: form }),
  );
  const indexed = await sendJsonTo(`${first.url}/api/documents/index`, {
    documentId: uploaded.documentId,
    userId: "alice",
    fileName: "lighthouse.txt",
  });
  expect(await indexed.json()).toMatchObject({ success: true, chunks: 1 });

  const search = { query: "Who built the lighthouse of Alexandria?", userId: "alice" };
  const found = await jsonOf(await sendJsonTo(`${first.url}/api/search/semantic`, search));
  expect(found.results[0]).toMatchObject({ documentId: uploaded.documentId, chunkText: text });

  const messages = [{ role: "user", content: search.query }];
  const chat = await sendJsonTo(`${first.url}/api/chat`, { messages, userId: "alice" });
  const events = eventsOf(await chat.text());
  expect(events[0].sources[0].documentId).toBe(uploaded.documentId);
  expect(events.map((event) => event.chunk ?? "").join("")).toContain("Ptolemy");
  expect(events.at(-1)).toBe("[DONE]");

  const made = await jsonOf(await sendJsonTo(`${first.url}/api/chat/history`, { userId: "alice", messages }));
  await first.stop();
  await expect(fetch(`${first.url}/api/health`)).rejects.toThrow();

  const second = await start();
  const again = await jsonOf(await sendJsonTo(`${second.url}/api/search/semantic`, search));
  expect(again.results).toEqual(found.results);
  const history = await jsonOf(await fetch(`${second.url}/api/chat/history?userId=alice`));
  expect(history.sessions).toEqual([made.session]);
  const content = await fetch(`${second.url}/api/documents/content?fileId=${uploaded.documentId}`);
  expect(await content.text()).toBe(text);
  await second.stop();
});

test("an Ollama on this machine is found, and the line at the start says so", async ({ skip }) => {
  const models = { data: [{ id: "nomic-embed-text" }, { id: "llama3.2:latest" }] };
  const ollama = createServer((_request, response) => response.end(JSON.stringify(models)));
  const isFree = await new Promise((settle) => {
    ollama.once("error", () => settle(false)).listen(11434, "127.0.0.1", () => settle(true));
  });
  if (!isFree) skip("Port 11434 is taken on this machine");
  const service = await start({});
  expect(service.line).toMatch(/chat: openai:llama3.2:latest/);
  expect(service.line).toMatch(/Ollama was found at http:\/\/127\.0\.0\.1:11434 .*OLLAMA_DISCOVERY=off/);
  await service.stop();
  ollama.close();
});

test("who ends npm ends the service", async () => {
  const { url, terminate } = await start();
  await terminate();
  await expect(fetch(`${url}/api/health`)).rejects.toThrow();
});
