import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type OpenAiDouble, openOpenAiDouble } from "../doubles/openai.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The real service as a process of its own, with a model whose answers a test decides. */
export interface BrowserService {
  url: string;
  /** Where it keeps everything. */
  folder: string;
  model: OpenAiDouble;
  stop(): Promise<void>;
}

/** Starts the service on an empty library. */
export async function openService(): Promise<BrowserService> {
  const model = await openOpenAiDouble({ paceMs: 15 });
  const folder = await mkdtemp(join(tmpdir(), "carrel-browser-"));
  const child = spawn(process.execPath, ["bin/carrel.js", "serve"], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: folder,
      OPENAI_BASE_URL: `${model.url}/v1`,
      CHAT_MODEL: "openai:qwen3:4b",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const url = await new Promise<string>((found, failed) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const address = /http:\/\/[\w.:]+\d/.exec(output)?.[0];
      if (address !== undefined) found(address);
    });
    void ended.then(() => failed(new Error(`The service ended before it listened: ${output}`)));
  });
  return {
    url,
    folder,
    model,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await model.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Puts a text file into the library past the page, and returns its id. */
export async function addDocument(
  url: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const form = new FormData();
  form.set("userId", "local");
  form.set("file", new Blob([content]), name);
  const stored = await fetch(`${url}/api/documents/upload`, { method: "POST", body: form });
  const { documentId } = (await stored.json()) as { documentId: string };
  const indexed = await fetch(`${url}/api/documents/index`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ documentId, userId: "local", fileName: name }),
  });
  if (!indexed.ok) throw new Error(`${name} could not be indexed: ${await indexed.text()}`);
  return documentId;
}

/** The names of the documents that the service lists. */
export async function namesOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/documents?userId=local`);
  const { documents } = (await answer.json()) as { documents: { documentName: string }[] };
  return documents.map(({ documentName }) => documentName);
}

/** The files that the service keeps, listed or not, finished or not. */
export async function keptFiles(folder: string): Promise<string[]> {
  const places = ["files", "tmp"].map((place) => join(folder, place));
  const entries = await Promise.all(
    places.map((place) => readdir(place, { recursive: true, withFileTypes: true })),
  );
  return entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
