import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ListedDocument } from "../../src/domain/document.ts";
import { startProcess } from "../crash/service-process.ts";
import { type OpenAiDouble, openOpenAiDouble } from "../doubles/openai.ts";
import { sendJsonTo } from "../doubles/send-json-to.ts";

/** How long the service may take to end. */
const STOP_LIMIT_MS = 25_000;

/** The real service as a process of its own, with a model whose answers a test decides. */
export interface BrowserService {
  url: string;
  /** Where it keeps everything. */
  folder: string;
  model: OpenAiDouble;
  stop(): Promise<void>;
}

/** Starts the service on an empty library. */
export async function openService(more: Record<string, string> = {}): Promise<BrowserService> {
  const model = await openOpenAiDouble({ paceMs: 15 });
  const folder = await mkdtemp(join(tmpdir(), "carrel-browser-"));
  const settings = { OPENAI_BASE_URL: `${model.url}/v1`, CHAT_MODEL: "openai:qwen3:4b", ...more };
  const { url, said, kill } = await startProcess({ dataDirectory: folder, settings });
  if (url === "") throw new Error(`The service ended before it listened: ${said.err}`);
  return {
    url,
    folder,
    model,
    async stop() {
      // That a service ends when it is asked to is shown elsewhere; here its last words are worth more than a timeout.
      const isEnded = await Promise.race([
        kill("SIGTERM").then(() => true),
        wait(STOP_LIMIT_MS, false, { ref: false }),
      ]);
      if (!isEnded) {
        process.stderr.write(`The service did not end in time. It said: ${said.out}\n${said.err}\n`);
        await kill("SIGKILL");
      }
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
  userId = "local",
): Promise<string> {
  const form = new FormData();
  form.set("userId", userId);
  form.set("file", new Blob([content]), name);
  const stored = await fetch(`${url}/api/documents/upload`, { method: "POST", body: form });
  const { documentId } = (await stored.json()) as { documentId: string };
  const order = { documentId, userId, fileName: name };
  const indexed = await sendJsonTo(`${url}/api/documents/index`, order);
  if (!indexed.ok) throw new Error(`${name} could not be indexed: ${await indexed.text()}`);
  return documentId;
}

/** The documents that the service lists. */
export async function documentsOf(url: string): Promise<ListedDocument[]> {
  const answer = await fetch(`${url}/api/documents?userId=local`);
  return ((await answer.json()) as { documents: ListedDocument[] }).documents;
}

/** Their names. */
export async function namesOf(url: string): Promise<string[]> {
  return (await documentsOf(url)).map(({ documentName }) => documentName);
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
