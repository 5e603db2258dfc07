import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { AppOptions } from "../../src/http/app.ts";
import type { Library } from "../../src/usecases/library.ts";
import { openForTest, type TestApp, uploadRequest } from "./open-app.ts";

const JSON_TYPE = "content-type: application/json; charset=utf-8";

/** Opens the service with short limits and gives a connection to it. */
async function open(
  timeLimits: AppOptions["timeLimits"],
  change: (library: Library) => Partial<Library> = () => ({}),
): Promise<{ app: TestApp; dial(): Socket }> {
  const app = await openForTest(change, { MAX_UPLOAD_MB: "40" }, timeLimits);
  const { port } = new URL(await app.app.listen({ host: "127.0.0.1", port: 0 }));
  return { app, dial: () => connect({ host: "127.0.0.1", port: Number(port) }) };
}

const head = (line: string, ...more: string[]) =>
  `${[`${line} HTTP/1.1`, "Host: localhost", ...more].join("\r\n")}\r\n\r\n`;
const JSON_HEAD = head("POST /api/chat", "Content-Type: application/json", "Content-Length: 1000");

/** Writes a text letter by letter until it is over or the connection is. */
async function drip(socket: Socket, letters: string | Buffer, everyMs: number): Promise<void> {
  for (let i = 0; i < letters.length && socket.writable; i++) {
    socket.write(letters.slice(i, i + 1));
    await pause(everyMs);
  }
}

/** Resolves when the other side has ended the connection, with all that came before. */
const untilClosed = async (socket: Socket) => {
  socket.on("error", () => undefined);
  return text(socket).catch(() => "reset");
};

describe("a client that does not go on sending is answered and let go", () => {
  test("before the end of its headers", async () => {
    const { dial } = await open({ headersMs: 150 });
    const socket = dial();
    socket.write("GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Sl");
    const answer = await untilClosed(socket);
    expect(answer).toContain("408 Request Timeout");
    expect(answer.toLowerCase()).toContain(JSON_TYPE);
  });

  test("before its first byte", async () => {
    const { app, dial } = await open({ headersMs: 150 });
    await untilClosed(dial());
    expect((await app.get("/api/health")).status).toBe(200);
  });

  test("in the middle of JSON", async () => {
    const { dial } = await open({ bodySilenceMs: 150 });
    const socket = dial();
    socket.write(`${JSON_HEAD}{"messages":`);
    const answer = await untilClosed(socket);
    expect(answer).toContain("408 Request Timeout");
    expect(answer).toContain('{"error":"The body of the request did not come in time"');
  });

  test("with JSON that comes too slowly to ever be done", async () => {
    const { dial } = await open({ bodyMs: 400, bodySilenceMs: 300 });
    const socket = dial();
    socket.write(JSON_HEAD);
    const closed = untilClosed(socket);
    await drip(socket, " ".repeat(900), 20);
    expect(await closed).toContain("408 Request Timeout");
  });

  test.each([
    ["before the first part of a form", 0],
    ["in the middle of a file", 300],
  ])("%s", async (_where, sent) => {
    const { dial } = await open({ silenceMs: 200 });
    const { payload, headers } = uploadRequest({ name: "a.txt", content: "x".repeat(1_000) });
    const socket = dial();
    const type = `Content-Type: ${headers?.["content-type"]}`;
    socket.write(head("POST /api/documents/upload", type, `Content-Length: ${(payload as Buffer).length}`));
    socket.write((payload as Buffer).subarray(0, sent));
    const answer = await untilClosed(socket);
    expect(answer).toContain("408 Request Timeout");
    expect(answer).toContain("Nothing of the upload came for 0.2 seconds");
  });

  test("with a body that nobody wants", async () => {
    const { dial } = await open({ lastWordsMs: 150 });
    const socket = dial();
    socket.write(head("POST /api/nothing", "Content-Length: 1000"));
    socket.write("x");
    expect(await untilClosed(socket)).toContain("404 Not Found");
  });
});

describe("a client that does not read is let go", () => {
  test("in the middle of a stream, and the call to the model with it", async () => {
    const ended = Promise.withResolvers<void>();
    const { dial } = await open({ silenceMs: 300, requestMs: 60_000 }, () => ({
      chatModel: {
        async *answer() {
          try {
            while (true) yield "word ".repeat(20_000);
          } finally {
            ended.resolve();
          }
        },
      },
    }));
    const body = JSON.stringify({ messages: [{ role: "user", content: "Hello" }] });
    const socket = dial();
    socket.on("error", () => undefined);
    socket.pause();
    const type = "Content-Type: application/json";
    socket.write(head("POST /api/chat", type, `Content-Length: ${body.length}`) + body);
    await ended.promise;
    socket.destroy();
  });

  test("in the middle of a file", async () => {
    const { app, dial } = await open({ silenceMs: 300 });
    const fileId = await store(app, 32_000_000);
    const socket = dial();
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(head(`GET /api/documents/file?fileId=${fileId}`));
    await expect.poll(() => connections(app), { timeout: 10_000 }).toBe(0);
    socket.destroy();
  });
});

describe("a client that goes on has all the time it needs", () => {
  test("for a download that takes longer than any limit", async () => {
    const { app, dial } = await open({ silenceMs: 2_000, requestMs: 2_000 });
    const fileId = await store(app, 24_000_000);
    const socket = dial();
    socket.write(head(`GET /api/documents/file?fileId=${fileId}`, "Connection: close"));
    let sizeBytes = 0;
    for await (const piece of socket) {
      sizeBytes += piece.length;
      await pause(10);
    }
    expect(sizeBytes).toBeGreaterThan(24_000_000);
  });

  test("for an upload that takes longer than any limit", async () => {
    const { dial } = await open({ silenceMs: 2_000, requestMs: 2_000 });
    const { payload, headers } = uploadRequest({ name: "a.txt", content: "x".repeat(100) });
    const socket = dial();
    const type = `Content-Type: ${headers?.["content-type"]}`;
    const size = `Content-Length: ${(payload as Buffer).length}`;
    socket.write(head("POST /api/documents/upload", type, size, "Connection: close"));
    const answer = text(socket);
    await drip(socket, payload as Buffer, 10);
    expect(await answer).toContain('"documentName":"a.txt","size":100');
  });

  test("while the service is at work", async () => {
    const { dial } = await open({ silenceMs: 100, requestMs: 60_000 }, () => ({
      titleModel: { suggestTitle: () => pause(800, "Lease") },
    }));
    const body = JSON.stringify({ messages: [{ role: "user", content: "Hello" }] });
    const socket = dial();
    const type = "Content-Type: application/json";
    const size = `Content-Length: ${body.length}`;
    socket.write(head("POST /api/chat/generate-title", type, size, "Connection: close") + body);
    expect(await text(socket)).toContain('{"title":"Lease"}');
  });
});

/** Puts a file into the storage itself, which may take its time for that. */
async function store({ library }: TestApp, sizeBytes: number): Promise<string> {
  const bytes = Readable.from([Buffer.alloc(sizeBytes, "x")]);
  const file = { userId: "alice", name: "a.txt", mimeType: "text/plain", sizeBytes, bytes };
  return (await library.files.put(file, new AbortController().signal)).fileId;
}

function connections({ app }: TestApp): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}
