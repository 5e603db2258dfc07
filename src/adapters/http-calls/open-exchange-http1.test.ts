import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { makeCertificate, trust } from "../../../test/doubles/certificate.ts";
import { exchangeWords } from "../../../test/doubles/exchange-words.ts";
import { openServerOn, type Wire } from "../../../test/doubles/wire.ts";
import type { OutgoingRequest } from "./exchange.ts";
import { openExchangeWith } from "./open-exchange.ts";

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
