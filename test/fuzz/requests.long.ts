import { readFileSync } from "node:fs";
import { Agent, request as sendRequest } from "node:http";
import { expect, test } from "vitest";
import { type ServiceProcess, startProcess } from "../crash/service-process.ts";
import { temporaryFolder } from "../doubles/temporary-folder.ts";
import { madeUpValues } from "./made-up-values.ts";

const REQUESTS = 100_000;
const AT_ONCE = 12;
/** How many are sent before memory is looked at for the first time: by then everything has been loaded that ever is. */
const WARM_UP = 20_000;
const METHODS = ["get", "post", "put", "delete"];

interface Operation {
  method: string;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is looked into freely
  description: any;
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

const folder = temporaryFolder();

test(`${REQUESTS} made-up requests leave the service as it was`, { timeout: 3_600_000 }, async () => {
  const settings = {
    AUTH: "password",
    RATE_LIMIT: "0",
    LOG_LEVEL: "error",
    MAX_UPLOAD_MB: "1",
    USER_QUOTA_MB: "20",
  };
  const service = await startProcess({ dataDirectory: folder.path, settings });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    const { credentials, known } = await prepare(service);
    const operations = await operationsOf(service);
    const made = madeUpValues(20_261_118, known);
    const seen = new Map<string, number>();
    const wrong: string[] = [];
    const failures = new Set<string>();

    async function sendOne(): Promise<void> {
      const operation = made.pick(operations);
      // Signing out would end the one browser that all others are sent by.
      const isEnding = /sign-out|sign-ins/.test(operation.path);
      const sent = requestTo(operation, made, isEnding ? {} : made.pick(credentials));
      const { status, text } = await send(agent, service.url, sent);
      if (status === 200) remember(known, text);
      const key = `${operation.method.toUpperCase()} ${operation.path} ${status}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      const isDocumented = status < 500 || operation.description.responses[status] !== undefined;
      if (status === 500) failures.add(`${key} ${text.slice(0, 200)}`);
      const isSurprise = text.includes("Something went wrong inside") || !isDocumented;
      if (isSurprise && wrong.length < 20)
        wrong.push(`${key} ${text.slice(0, 300)} ${JSON.stringify(sent).slice(0, 500)}`);
    }
    async function sendMany(count: number): Promise<void> {
      let left = count;
      const worker = async () => {
        while (left-- > 0) await sendOne();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    }

    await sendMany(WARM_UP);
    const before = await restingMemory(service);
    await sendMany(REQUESTS - WARM_UP);
    const after = await restingMemory(service);

    expect(wrong).toEqual([]);
    expect(service.child.exitCode).toBeNull();
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
    const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBe(REQUESTS);
    const answered = new Set([...seen.keys()].map((key) => key.slice(0, key.lastIndexOf(" "))));
    expect(answered.size).toBe(operations.length);
    const byStatus = Map.groupBy(seen, ([key]) => key.slice(-3));
    const statuses = [...byStatus].map(
      ([status, keys]) => `${status}: ${keys.reduce((sum, [, n]) => sum + n, 0)}`,
    );
    process.stdout.write(
      `${statuses.sort().join(", ")}; RSS ${before} MB before, ${after} MB after\n${[...failures].join("\n")}\n`,
    );
    expect(after).toBeLessThan(before * 1.1);
  } finally {
    agent.destroy();
    await service.kill("SIGTERM");
  }
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
const jsonOf = async (answer: Response): Promise<any> => answer.json();

/** Somebody who has something, and the ways to be let in or not. */
async function prepare(service: ServiceProcess) {
  const json = { "content-type": "application/json" };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(service.url + path, {
      method: "POST",
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });
  const setUp = await post("/api/account/setup", { name: "olive", password: "correct horse battery" });
  const cookie = setUp.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { account } = await jsonOf(await fetch(`${service.url}/api/account`, { headers: { cookie } }));
  const keyFor = async (access: string) => {
    const answer = await post("/api/keys", { label: access, access }, { cookie });
    return { authorization: `Bearer ${(await jsonOf(answer)).secret}` };
  };
  const [read, write] = [await keyFor("read"), await keyFor("write")];
  const form = new FormData();
  form.set("userId", account.userId);
  form.set("file", new Blob(["The ferry to the island costs 4."]), "ferry.txt");
  const headers = { cookie };
  const stored = await jsonOf(
    await fetch(`${service.url}/api/documents/upload`, { method: "POST", headers, body: form }),
  );
  const order = { documentId: stored.documentId, userId: account.userId, fileName: "ferry.txt" };
  expect((await post("/api/documents/index", order, { cookie })).status).toBe(200);
  const { session } = await jsonOf(
    await post("/api/chat/history", { userId: account.userId, messages: [] }, { cookie }),
  );
  return {
    // Most are let in: behind the door there is more to try.
    credentials: [{ cookie }, { cookie }, write, write, read, {}, { authorization: "Bearer carrel_nobody" }],
    known: [account.userId, account.userId, account.userId, stored.documentId, session.$id],
  };
}

/** Lets ids that the service has made be among those that are sent. */
function remember(known: string[], text: string): void {
  for (const [, id] of text.matchAll(/"(?:documentId|\$id|jobId)":"([^"]+)"/g)) {
    if (id !== undefined && !known.includes(id)) known.push(id);
  }
  // The first three are the user, whom most requests have to name.
  while (known.length > 40) known.splice(3, 1);
}

async function operationsOf({ url }: ServiceProcess): Promise<Operation[]> {
  const { paths } = await jsonOf(await fetch(`${url}/openapi.json`));
  return Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, description]) => ({ method, path, description })),
  );
}

function requestTo(
  { method, path, description }: Operation,
  made: ReturnType<typeof madeUpValues>,
  credential: Record<string, string>,
): Sent {
  const query = new URLSearchParams();
  for (const { name, schema } of description.parameters ?? []) {
    if (made.next() < 0.9) query.append(name, String(made.value(schema)).toWellFormed());
  }
  const headers: Record<string, string> = { ...credential };
  if (made.next() < 0.05) headers.prefer = "respond-async";
  if (made.next() < 0.05) headers.accept = "text/event-stream";
  if (made.next() < 0.05)
    headers.range = made.pick(["bytes=0-", "bytes=5-1", "bytes=-1", "lines=1", "bytes=0-9,2-3"]);
  const target = query.size === 0 ? path : `${path}?${query}`;
  const [type, content] = Object.entries<{ schema: object }>(description.requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || content === undefined) return { method, path: target, headers, body: null };
  if (type === "multipart/form-data") return { method, path: target, ...formOf(made, headers) };
  const text = JSON.stringify(made.value(content.schema)) ?? "";
  const isDamaged = made.next() < 0.05;
  headers["content-type"] = made.next() < 0.03 ? "text/plain" : "application/json";
  return { method, path: target, headers, body: isDamaged ? text.slice(0, made.below(text.length)) : text };
}

function formOf(made: ReturnType<typeof madeUpValues>, headers: Record<string, string>) {
  const boundary = "----made-up";
  const name = made.next() < 0.3 ? made.oddString().replaceAll(/["\r\n]/g, "") : "a.txt";
  const userId = String(made.value({ pattern: "a-zA-Z0-9._-" }));
  const parts = [
    `Content-Disposition: form-data; name="userId"\r\n\r\n${userId}`,
    `Content-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${made.oddString()}`,
  ].filter(() => made.next() < 0.9);
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("");
  const end = made.next() < 0.9 ? `--${boundary}--\r\n` : "";
  headers["content-type"] = `multipart/form-data; boundary=${boundary}`;
  return { headers, body: Buffer.from(body + end) };
}

function send(agent: Agent, url: string, { method, path, headers, body }: Sent) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = body === null ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const options = {
      agent,
      hostname,
      port,
      path,
      method: method.toUpperCase(),
      headers: { ...headers, ...length },
    };
    const sent = sendRequest(options, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        if (text.length < 2_000) text += piece;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text })).on("error", reject);
    });
    sent.on("error", reject).end(body ?? undefined);
  });
}

/** The memory of the service when it has nothing to do, in MB: the least of some looks. */
async function restingMemory({ child }: ServiceProcess): Promise<number> {
  const looks: number[] = [];
  for (let i = 0; i < 20; i++) {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
    looks.push(Math.round(Number(kilobytes) / 1024));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return Math.min(...looks);
}
