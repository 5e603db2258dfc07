import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import { expect, onTestFinished } from "vitest";
import { openLibrary } from "../../src/compose.ts";
import { readConfig } from "../../src/config.ts";
import type { ListedDocument } from "../../src/domain/document.ts";
import { type AppOptions, buildApp } from "../../src/http/app.ts";
import type { Library } from "../../src/usecases/library.ts";

export interface TestApp extends ReturnType<typeof waysToAsk> {
  app: FastifyInstance;
  /** Where it keeps everything. */
  folder: string;
  /** What the models logged. */
  log: string[];
  library: Library;
  /** What callers are told apart with. */
  identities: AppOptions["identities"];
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  text: string;
}

export interface UploadedFile {
  name: string;
  content: string | Uint8Array;
  userId?: string;
  /** Whether its indexing is ordered as well. */
  index?: string;
}

/**
 * The whole service in a folder of its own, on embedded parts unless `environment` sets others; `change` swaps
 * parts of it.
 */
export async function openTestApp(
  change: (library: Library) => Partial<Library> = () => ({}),
  environment: Record<string, string> = {},
  timeLimits: AppOptions["timeLimits"] = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), "carrel-http-"));
  const config = readConfig({
    DATA_DIR: folder,
    MAX_UPLOAD_MB: "2",
    OLLAMA_DISCOVERY: "off",
    LOG_LEVEL: "silent",
    ...environment,
  });
  const log: string[] = [];
  const opened = await openLibrary(config, (entry) => log.push(JSON.stringify(entry)));
  const library = { ...opened.library, ...change(opened.library) };
  const app = await buildApp(library, {
    version: "0.0.0-test",
    logLevel: config.logLevel,
    maxUploadBytes: config.maxUploadBytes,
    userQuotaBytes: config.userQuotaBytes,
    temporary: opened.temporary,
    callers: config,
    identities: opened.identities,
    trustedProxies: config.trustedProxies,
    rateLimit: config.rateLimit,
    timeLimits,
  });

  const send = async (request: InjectOptions): Promise<Answer> => {
    const answer = await app.inject(request);
    const isJson = String(answer.headers["content-type"]).includes("application/json");
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson && answer.body !== "" ? answer.json() : answer.body,
      text: answer.body,
    };
  };
  return {
    app,
    folder,
    log,
    library,
    identities: opened.identities,
    ...waysToAsk(send),
    async close() {
      await app.close();
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same for one test: it is closed when the test is over. */
export async function openForTest(...settings: Parameters<typeof openTestApp>): Promise<TestApp> {
  const service = await openTestApp(...settings);
  onTestFinished(service.close);
  return service;
}

/** How tests ask a service: `send` gives status, headers and the body of an answer, parsed where it is JSON. */
export function waysToAsk(send: (request: InjectOptions) => Promise<Answer>) {
  type Headers = Record<string, string>;
  const post = (url: string, payload: object | string, headers: Headers = {}) =>
    send({ method: "POST", url, payload, headers });
  const index = (order: { documentId: string; userId: string; fileName: string }, headers: Headers = {}) =>
    post("/api/documents/index", order, headers);
  /** Uploads a file and gives its id. */
  const upload = async (file: UploadedFile): Promise<string> => {
    const answer = await send(uploadRequest(file));
    if (answer.status !== 200) throw new Error(`upload failed: ${answer.text}`);
    return answer.body.documentId;
  };
  return {
    send,
    get: (url: string, headers: Headers = {}) => send({ method: "GET", url, headers }),
    post,
    put: (url: string, payload: object | string) => send({ method: "PUT", url, payload }),
    remove: (url: string, headers: Headers = {}) => send({ method: "DELETE", url, headers }),
    index,
    upload,
    /** Uploads and indexes a file and gives its id. */
    async add(file: UploadedFile): Promise<string> {
      const documentId = await upload(file);
      const answer = await index({ documentId, userId: file.userId ?? "alice", fileName: file.name });
      if (answer.status !== 200) throw new Error(`index failed: ${answer.text}`);
      return documentId;
    },
  };
}

/** The multipart request that uploads a file. */
export function uploadRequest(
  { name, content, userId = "alice", index }: UploadedFile,
  fileFirst = false,
): InjectOptions {
  const boundary = "----carrel-test";
  const field = (key: string, value: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`);
  const fields = [field("userId", userId), ...(index === undefined ? [] : [field("index", index)])];
  const file = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
  return {
    method: "POST",
    url: "/api/documents/upload",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      ...(fileFirst ? [file, ...fields] : [...fields, file]),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  };
}

/** The payloads of a stream of events: each parsed, but for `[DONE]`. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
export function eventsOf(text: string): any[] {
  return text
    .split("\n\n")
    .filter((block) => block !== "" && !block.startsWith(":"))
    .map((block) => {
      if (!block.startsWith("data: ") || block.includes("\n")) throw new Error(`not an event: ${block}`);
      const payload = block.slice("data: ".length);
      return payload === "[DONE]" ? payload : JSON.parse(payload);
    });
}

/** A document as it is listed that was indexed, but for the fields given. */
export function listedOf(fields: Partial<ListedDocument> & Pick<ListedDocument, "documentId">) {
  return {
    ...{ pages: null, state: "indexed", cause: null, job: null, storedAt: expect.stringMatching(/Z$/) },
    ...fields,
  };
}
