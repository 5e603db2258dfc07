import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeCertificate, trust } from "../../../test/doubles/certificate.ts";
import { exchangeWords } from "../../../test/doubles/exchange-words.ts";
import { openServerOn, type Wire } from "../../../test/doubles/wire.ts";
import type { OutgoingRequest } from "./exchange.ts";
import { openExchangeWith } from "./open-exchange.ts";
import { readAnswer } from "./read-answer.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const certificate = makeCertificate();
trust(certificate);

/** How an exchange with the server ends, in words. */
const ask = (url: string, request?: Partial<OutgoingRequest>) =>
  exchangeWords(openExchangeWith(url), url, request);

describe.each<[string, Wire]>([
  ["without encryption", "http"],
  ["with encryption", { protocol: "http/1.1", certificate }],
])("openExchangeWith HTTP/1.1 %s", (_, wire) => {
  async function open(listener: RequestListener) {
    const server = await openServerOn(wire, listener);
    closing.push(server.close);
    return server;
  }

  it("uses a connection again", async () => {
    const { url, sockets } = await open((_request, response) => response.end("a"));
    const exchange = openExchangeWith(url);
    for (let i = 0; i < 3; i++) {
      expect(await exchangeWords(exchange, url)).toBe("200 a");
      // It is put aside for the next request a moment after the answer.
      await wait(5);
    }
    expect(sockets.opened).toBe(1);
  });

  it("asks without a body", async () => {
    const { url } = await open(({ method }, response) => response.end(method));
    expect(await ask(url, { method: "GET" })).toBe("200 GET");
  });

  it("reaches a server that has closed the connection it had kept", async () => {
    const served = new WeakSet<object>();
    const { url } = await open(({ socket }, response) => {
      if (served.has(socket)) socket.destroy();
      else response.end("a");
      served.add(socket);
    });
    const exchange = openExchangeWith(url);
    for (let i = 0; i < 4; i++) expect(await exchangeWords(exchange, url)).toBe("200 a");
  });
});

describe("openExchangeWith a backend", () => {
  async function open(listener: RequestListener, connections?: number) {
    const server = await openServerOn("http", listener);
    closing.push(server.close);
    const options = connections === undefined ? {} : { connections };
    const exchange = openExchangeWith(server.url, { isBackend: true, ...options });
    closing.push(exchange.close);
    const ask = (request?: Partial<OutgoingRequest>) => exchangeWords(exchange, server.url, request);
    return { ...server, exchange, ask };
  }

  it.each(["PUT", "PATCH", "DELETE"] as const)("sends bytes by %s", async (method) => {
    const { ask } = await open(async (request, response) => {
      response.end(`${request.method} ${Buffer.concat(await Array.fromAsync(request))}`);
    });
    expect(await ask({ method, body: Buffer.from("ä") })).toBe(`200 ${method} ä`);
  });

  it("leaves it to who asks to repeat a request that was lost", async () => {
    const served = new WeakSet<object>();
    let requests = 0;
    const { ask } = await open(({ socket }, response) => {
      requests++;
      if (served.has(socket)) socket.destroy();
      else response.end("a");
      served.add(socket);
    });
    expect(await ask()).toBe("200 a");
    await wait(5);
    expect(await ask()).toMatch(/^interrupted/);
    expect(requests).toBe(2);
  });

  it("sends much at once to a server that would speak HTTP/2", async () => {
    const server = await openServerOn({ protocol: "h2", certificate }, async (request, response) => {
      response.end(`${request.httpVersion} ${Buffer.concat(await Array.fromAsync(request)).length}`);
    });
    closing.push(server.close);
    const exchange = openExchangeWith(server.url, { isBackend: true });
    closing.push(exchange.close);
    const send = () => exchangeWords(exchange, server.url, { body: Buffer.alloc(5_000_000) });
    expect(await Promise.all(Array.from({ length: 6 }, send))).toEqual(Array(6).fill("200 1.1 5000000"));
  });

  it("keeps a connection over which much was written", async () => {
    const { ask, sockets } = await open((request, response) => {
      request.resume().on("end", () => response.end("a"));
    });
    for (let i = 0; i < 3; i++) {
      expect(await ask({ body: Buffer.alloc(3_000_000) })).toBe("200 a");
      await wait(5);
    }
    expect(sockets.opened).toBe(1);
  });

  it("makes no more connections than it may, and gives up a request that waits for one", async () => {
    const held: (() => void)[] = [];
    const { ask, exchange, url, sockets } = await open((_request, response) => {
      held.push(() => response.end("a"));
    }, 2);
    const asked = Array.from({ length: 5 }, () => ask());
    await vi.waitFor(() => expect(held).toHaveLength(2));
    const waiting = readAnswer(exchange, { method: "GET", url, headers: {} }, AbortSignal.timeout(20));
    await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
    for (let i = 0; i < 5; i++) {
      await vi.waitFor(() => expect(held.length).toBeGreaterThan(i));
      held[i]?.();
    }
    expect(await Promise.all(asked)).toEqual(Array(5).fill("200 a"));
    expect(held).toHaveLength(5);
    expect(sockets.opened).toBe(2);
  });

  it("ends what is under way, and every connection, when it is closed", async () => {
    const { ask, exchange, sockets } = await open((request, response) => {
      if (request.method === "GET") response.end("a");
    });
    expect(await ask({ method: "GET" })).toBe("200 a");
    const unanswered = ask();
    await wait(5);
    await exchange.close();
    expect(await unanswered).toMatch(/^(?:interrupted|unreachable)/);
    await vi.waitFor(() => expect(sockets.closed).toBe(sockets.opened));
  });
});

describe("openExchangeWith HTTP/1.1", () => {
  it("says at once that a server speaks something else", async () => {
    const server = await openServerOn("http", ({ socket }) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    });
    closing.push(server.close);
    expect(await ask(server.url)).toBe("garbled");
  });

  it("says why a server cannot be reached", async () => {
    const server = await openServerOn("http", () => undefined);
    await server.close();
    expect(await ask(server.url)).toBe("unreachable ECONNREFUSED");
  });

  it("keeps no connection whose server answered before it had read the request", async () => {
    const bodyBytes = 20_000_000;
    let received = 0;
    const answered = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.once("data", () => {
        socket.pause().write("HTTP/1.1 413 Payload Too Large\r\nContent-Length: 2\r\n\r\n{}");
      });
      socket.on("data", ({ length }) => {
        received += length;
        if (received >= bodyBytes) over.resolve();
      });
      socket.on("error", () => undefined).once("close", () => over.resolve());
      void answered.promise.then(() => socket.resume());
    }).listen(0, "127.0.0.1");
    closing.push(async () => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const body = "x".repeat(bodyBytes);
    expect(await ask(`http://127.0.0.1:${port}`, { body })).toBe("413 {}");
    answered.resolve();
    await over.promise;
    expect(received).toBeLessThan(bodyBytes);
  });
});
