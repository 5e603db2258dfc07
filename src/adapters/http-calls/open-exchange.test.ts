import type { RequestListener } from "node:http";
import { constants, Http2ServerResponse, type Http2Session } from "node:http2";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeCertificate, trust } from "../../../test/doubles/certificate.ts";
import { exchangeWords } from "../../../test/doubles/exchange-words.ts";
import { type OpenServer, openServerOn } from "../../../test/doubles/wire.ts";
import type { LostConnection } from "./lost-connection.ts";
import { openExchangeWith } from "./open-exchange.ts";

const certificate = makeCertificate();
trust(certificate);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openServer(listener: RequestListener, maxConcurrentStreams?: number): Promise<OpenServer> {
  const settings = maxConcurrentStreams === undefined ? {} : { maxConcurrentStreams };
  const server = await openServerOn({ protocol: "h2", certificate }, listener, settings);
  closing.push(server.close);
  return server;
}

function openTo(url: string, pingMs?: number) {
  const open = openExchangeWith(url, pingMs === undefined ? {} : { pingMs });
  return { open, ask: () => exchangeWords(open, url) };
}

function streamOf(response: unknown) {
  if (!(response instanceof Http2ServerResponse)) throw new Error("A response over HTTP/2 was expected");
  return response.stream;
}

describe("openExchangeWith HTTP/2", () => {
  it("lets requests share a connection", async () => {
    const { url, sockets } = await openServer(async (_request, response) => {
      await wait(20);
      response.end("a");
    });
    const { ask } = openTo(url);
    expect(await ask()).toBe("200 a");
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(new Set(answers)).toEqual(new Set(["200 a"]));
    expect(sockets.opened).toBe(1);
  });

  it("lets a distant server send much without asking", async () => {
    const windows: unknown[] = [];
    const { url } = await openServer((_request, response) => {
      const { session } = streamOf(response);
      windows.push(session?.remoteSettings.initialWindowSize);
      response.end("a");
    });
    await openTo(url).ask();
    expect(windows).toEqual([1024 * 1024]);
  });

  it("asks without a body", async () => {
    const { url } = await openServer((request, response) => {
      request.resume().on("end", () => response.end(request.method));
    });
    expect(await exchangeWords(openTo(url).open, url, { method: "GET" })).toBe("200 GET");
  });

  it("makes as many connections as the server's limit asks for, and no request waits for another", async () => {
    const running = { now: 0, most: 0 };
    const { url, sockets } = await openServer(async (_request, response) => {
      running.most = Math.max(running.most, ++running.now);
      while (running.most < 10) await wait(5);
      running.now--;
      response.end("a");
    }, 4);
    const { ask } = openTo(url);
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(new Set(answers)).toEqual(new Set(["200 a"]));
    expect(sockets.opened).toBe(3);
  });

  it("goes on over another connection when the server takes leave, and hears the old answers out", async () => {
    const sessions = new Set<Http2Session>();
    const { url, sockets } = await openServer(async (_request, response) => {
      const { session } = streamOf(response);
      if (session !== undefined) sessions.add(session);
      response.write("a");
      await wait(100);
      response.end("b");
    });
    const { ask } = openTo(url);
    const before = ask();
    await vi.waitFor(() => expect(sessions.size).toBe(1));
    for (const session of sessions) session.goaway();
    // Sent before the client has heard of it.
    const after = Array.from({ length: 5 }, ask);
    expect(await Promise.all([before, ...after])).toEqual(Array(6).fill("200 a b"));
    expect(sockets.opened).toBe(2);
  });

  it("is not led from one connection without a future to the next", async () => {
    const sessions = new Set<Http2Session>();
    const { url } = await openServer(async (_request, response) => {
      const { session } = streamOf(response);
      if (session !== undefined) sessions.add(session);
      while (sessions.size < 4) await wait(5);
      response.end("a");
    }, 2);
    const { ask } = openTo(url);
    const eight = () => Promise.all(Array.from({ length: 8 }, ask));
    expect(await eight()).toEqual(Array(8).fill("200 a"));
    expect(sessions.size).toBe(4);
    for (const session of sessions) session.goaway();
    expect(await ask()).toBe("200 a");
  });

  it("tells of a connection that is lost in the midst of an answer", async () => {
    const { url } = await openServer((_request, response) => response.write("a"));
    const line = await openLine(Number(new URL(url).port));
    const { open } = openTo(line.url);
    const outcome = Promise.withResolvers<LostConnection | undefined>();
    const request = { method: "POST", url: line.url, headers: {}, body: "{}" } as const;
    open(request, { head: () => undefined, data: () => line.hangUp(), ended: outcome.resolve });
    expect(await outcome.promise).toMatchObject({ kind: "interrupted" });
  });

  it("reaches a server that has dropped the connection meanwhile", async () => {
    const { url, sockets } = await openServer((_request, response) => {
      const { session } = streamOf(response);
      response.on("close", () => setImmediate(() => session?.destroy()));
      response.end("a");
    });
    const { ask } = openTo(url);
    for (let i = 0; i < 4; i++) {
      expect(await ask()).toBe("200 a");
      await wait(i * 5);
    }
    expect(sockets.opened).toBeGreaterThan(1);
  });

  it("repeats a request that the server has not looked at, once", async () => {
    let refusals = 1;
    let requests = 0;
    const { url } = await openServer((_request, response) => {
      requests++;
      if (refusals-- > 0) streamOf(response).close(constants.NGHTTP2_REFUSED_STREAM);
      else response.end("a");
    });
    const { ask } = openTo(url);
    expect(await ask()).toBe("200 a");
    expect(requests).toBe(2);
    refusals = 2;
    expect(await ask()).toBe("interrupted ERR_HTTP2_STREAM_ERROR");
    expect(requests).toBe(4);
  });

  it("does not repeat a request that the server has broken off", async () => {
    let requests = 0;
    const { url } = await openServer((_request, response) => {
      requests++;
      if (requests === 1) response.end("a");
      else streamOf(response).destroy(new Error("The server fails"));
    });
    const { ask } = openTo(url);
    expect(await ask()).toBe("200 a");
    expect(await ask()).toBe("interrupted ERR_HTTP2_STREAM_ERROR");
    expect(requests).toBe(2);
  });

  it("lets go of a connection that is being made when nobody waits for it any more", async () => {
    const sockets = new Set<Socket>();
    const mute = createServer((socket) => sockets.add(socket.on("error", () => undefined).resume()));
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    closing.push(async () => void mute.close());
    const url = `https://127.0.0.1:${portOf(mute.address())}`;
    const { open } = openTo(url);
    const silent = () => expect.unreachable("Nothing more may be said");
    const request = { method: "POST", url, headers: {}, body: "{}" } as const;
    const exchanges = [1, 2].map(() => open(request, { head: silent, data: silent, ended: silent }));
    await vi.waitFor(() => expect(sockets.size).toBe(1));
    for (const exchange of exchanges) exchange.close();
    await vi.waitFor(() => expect([...sockets].every(({ destroyed }) => destroyed)).toBe(true));
  });

  it("gives up a connection whose server has vanished without a word", async () => {
    const { url } = await openServer((_request, response) => response.end("a"));
    const line = await openLine(Number(new URL(url).port));
    const { ask } = openTo(line.url, 100);
    expect(await ask()).toBe("200 a");
    line.cut();
    expect(await ask()).toBe("200 a");
    expect(line.connections()).toBe(2);
  });

  it("speaks HTTP/1.1 where the server knows nothing else", async () => {
    const server = await openServerOn({ protocol: "http/1.1", certificate }, (_request, response) =>
      response.end("a"),
    );
    closing.push(server.close);
    const { ask } = openTo(server.url);
    for (let i = 0; i < 3; i++) expect(await ask()).toBe("200 a");
    // One to find out, one to use.
    expect(server.sockets.opened).toBe(2);
  });

  it("says why a server cannot be reached", async () => {
    const { url, close } = await openServerOn({ protocol: "h2", certificate }, () => undefined);
    await close();
    const { ask } = openTo(url);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill("unreachable ECONNREFUSED"));
    const untrusted = await openServerOn({ protocol: "h2", certificate: makeCertificate() }, () => undefined);
    closing.push(untrusted.close);
    expect(await openTo(untrusted.url).ask()).toMatch(/^unreachable \w*CERT\w*$/);
  });

  it("sends nothing once it is closed, and gives the room back", async () => {
    let requests = 0;
    const { url, sockets } = await openServer((_request, response) => {
      requests++;
      response.end("a");
    }, 1);
    const { open, ask } = openTo(url);
    const silent = () => expect.unreachable("Nothing more may be said");
    const request = { method: "POST", url, headers: {}, body: "{}" } as const;
    open(request, { head: silent, data: silent, ended: silent }).close();
    expect(await ask()).toBe("200 a");
    expect(requests).toBe(1);
    expect(sockets.opened).toBeLessThan(3);
  });

  it("gives the room back of an answer that nobody reads to its end", async () => {
    let begun = 0;
    let over = 0;
    const { url, sockets } = await openServer((_request, response) => {
      response.on("close", () => over++).write("x".repeat(100_000));
    }, 1);
    const { open } = openTo(url);
    const request = { method: "POST", url, headers: {}, body: "{}" } as const;
    for (let i = 1; i <= 3; i++) {
      const exchange = open(request, {
        head() {
          exchange.pause();
          begun++;
        },
        data: () => undefined,
        ended: () => expect.unreachable("Nothing more may be said"),
      });
      await vi.waitFor(() => expect(begun).toBe(i));
      exchange.close();
      await vi.waitFor(() => expect(over).toBe(i));
    }
    expect(sockets.opened).toBe(1);
  });

  it("sends nothing to another host when it is redirected", async () => {
    const { url } = await openServer((_request, response) =>
      response.writeHead(307, { location: "https://127.0.0.1:9/" }).end(),
    );
    expect(await openTo(url).ask()).toBe("307");
  });
});

/** A line to a port that can be cut, so that neither side hears of it, or hung up. */
async function openLine(port: number) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((near) => {
    connections++;
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `https://127.0.0.1:${portOf(server.address())}`,
    connections: () => connections,
    cut: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function portOf(address: ReturnType<Server["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}
