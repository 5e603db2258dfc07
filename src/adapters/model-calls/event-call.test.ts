import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { chooseEventCall, type OpenEventCall, type Outcome } from "./event-call.ts";
import { openFetchCall } from "./fetch-call.ts";
import { openHttpCall } from "./http-call.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serverWith(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  closing.push(() => server.close().closeAllConnections());
  await once(server, "listening");
  return urlOf(server);
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Makes a call, and collects what is heard of it. */
function call(openCall: OpenEventCall, url: string) {
  const events: string[] = [];
  const outcome = Promise.withResolvers<Outcome>();
  const headers = { authorization: "Bearer secret", "content-type": "application/json" };
  const handle = openCall(
    { url: `${url}/chat`, headers, body: '{"text":"é"}' },
    { events: (batch) => events.push(...batch), ended: outcome.resolve },
  );
  return { ...handle, events, outcome: outcome.promise };
}

describe.each<[string, OpenEventCall]>([
  ["openHttpCall", openHttpCall],
  ["openFetchCall", openFetchCall(globalThis.fetch)],
])("%s", (_, openCall) => {
  it("sends the request and reads the events, letters that are cut in two included", async () => {
    let received = "";
    const url = await serverWith(async (request, response) => {
      for await (const piece of request.setEncoding("utf8")) received += piece;
      received += `${request.method} ${request.url} ${request.headers.authorization}`;
      const bytes = Buffer.from("data: é\n\ndata: b\n\n");
      response.writeHead(200, { "content-type": "text/event-stream" }).write(bytes.subarray(0, 7));
      await wait(30);
      response.end(bytes.subarray(7));
    });
    const { outcome, events } = call(openCall, url);
    expect(await outcome).toBe("received");
    expect(events).toEqual(["é", "b"]);
    expect(received).toBe('{"text":"é"}POST /chat Bearer secret');
  });

  it("passes an event on at once", async () => {
    const url = await serverWith((_request, response) => response.writeHead(200).write("data: a\n\n"));
    const { events, close } = call(openCall, url);
    await vi.waitFor(() => expect(events).toEqual(["a"]));
    close();
  });

  it.each([
    ["JSON", '{"error":{"message":"no"}}', { error: { message: "no" } }],
    ["a page of a proxy", "<html>", undefined],
    ["more than is read", "x".repeat(2_000_000), undefined],
  ])("tells of a refusal with %s", async (_kind, text, body) => {
    const url = await serverWith((_request, response) =>
      response.writeHead(429, { "retry-after": "7" }).end(text),
    );
    expect(await call(openCall, url).outcome).toMatchObject({
      error: { rejection: { status: 429, headers: { "retry-after": "7" }, body } },
    });
  });

  it("tells of a refusal whose words break off", async () => {
    const url = await serverWith((_request, response) =>
      response.writeHead(401).write("{", () => response.destroy()),
    );
    expect(await call(openCall, url).outcome).toMatchObject({ error: { rejection: { status: 401 } } });
  });

  it.each([
    ["a document", 200, { "content-type": "application/json; charset=utf-8" }],
    ["a page", 200, { "content-type": "text/html" }],
    ["nothing", 204, {}],
  ])("does not take %s for events", async (_kind, status, headers) => {
    const url = await serverWith((_request, response) => response.writeHead(status, headers).end());
    expect(await call(openCall, url).outcome).toMatchObject({ error: { kind: "garbled" } });
  });

  it("tells of a comment as a sign of life", async () => {
    const url = await serverWith((_request, response) => response.writeHead(200).write(": hello\n\n"));
    const batches: unknown[] = [];
    const { close } = openCall(
      { url, headers: {}, body: "{}" },
      { events: (batch) => batches.push(batch), ended: (outcome) => batches.push(outcome) },
    );
    await vi.waitFor(() => expect(batches).toEqual([[]]));
    close();
  });

  it("keeps no connection whose server answered before it had read the request", async () => {
    const bodyBytes = 20_000_000;
    let received = 0;
    const over = Promise.withResolvers<void>();
    const server = createTcpServer((socket) => {
      socket.once("data", () => {
        socket.pause().write("HTTP/1.1 413 Payload Too Large\r\nContent-Length: 2\r\n\r\n{}");
      });
      socket.on("data", ({ length }) => {
        received += length;
        if (received >= bodyBytes) over.resolve();
      });
      socket.on("error", () => undefined).once("close", () => over.resolve());
      void ended.promise.then(() => socket.resume());
    }).listen(0, "127.0.0.1");
    closing.push(() => server.close());
    await once(server, "listening");
    const ended = Promise.withResolvers<Outcome>();
    openCall(
      { url: urlOf(server), headers: {}, body: "x".repeat(bodyBytes) },
      { events: () => undefined, ended: ended.resolve },
    );
    expect(await ended.promise).toMatchObject({ error: { rejection: { status: 413 } } });
    await over.promise;
    expect(received).toBeLessThan(bodyBytes);
  });

  it("follows no redirect", async () => {
    const requests: string[] = [];
    const url = await serverWith((request, response) => {
      requests.push(request.url ?? "");
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    expect(await call(openCall, url).outcome).toMatchObject({ error: { kind: "garbled" } });
    expect(requests).toEqual(["/chat"]);
  });

  it("tells a provider that cannot be reached from an answer that breaks off", async () => {
    const refusing = await serverWith((request) => request.socket.destroy());
    expect(await call(openCall, refusing).outcome).toMatchObject({ error: { kind: "unreachable" } });
    const breaking = await serverWith((_request, response) => {
      response.writeHead(200).write("data: a\n\n", () => response.destroy());
    });
    const { outcome, events } = call(openCall, breaking);
    expect(await outcome).toMatchObject({ error: { kind: "interrupted" } });
    expect(events).toEqual(["a"]);
  });

  it("gives up on an event that never ends", async () => {
    const url = await serverWith((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(64 * 1024)));
      };
      response.on("drain", more);
      more();
    });
    expect(await call(openCall, url).outcome).toMatchObject({ error: { kind: "garbled" } });
  });

  it("closes the connection when it is closed, and is silent from then on", async () => {
    const left = Promise.withResolvers<void>();
    const url = await serverWith((_request, response) => {
      const timer = setInterval(() => response.write("data: a\n\n"), 5);
      response.writeHead(200).on("close", () => {
        clearInterval(timer);
        left.resolve();
      });
    });
    const { events, close, outcome } = call(openCall, url);
    const ended = vi.fn();
    void outcome.then(ended);
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(0));
    close();
    const heard = events.length;
    await left.promise;
    await wait(30);
    expect(events).toHaveLength(heard);
    expect(ended).not.toHaveBeenCalled();
  });

  it("closes the connection also before the answer", async () => {
    const reached = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const url = await serverWith((_request, response) => {
      response.on("close", () => left.resolve());
      reached.resolve();
    });
    const { close } = call(openCall, url);
    await reached.promise;
    close();
    await left.promise;
    expect(() => close()).not.toThrow();
  });

  it("holds the provider up while it is paused", async () => {
    let sent = 0;
    const url = await serverWith((_request, response) => {
      const event = `data: ${"x".repeat(64 * 1024)}\n\n`;
      const more = () => {
        while (sent < 1_000) {
          sent++;
          if (!response.write(event)) return;
        }
        response.end();
      };
      response.on("drain", more);
      more();
    });
    const { events, pause, resume, outcome } = call(openCall, url);
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(0));
    pause();
    await wait(300);
    expect(sent).toBeLessThan(1_000);
    resume();
    expect(await outcome).toBe("received");
    expect(events).toHaveLength(1_000);
  });
});

describe("openHttpCall", () => {
  it("reaches a server that has closed the connection it had kept", async () => {
    const served = new WeakSet<object>();
    const url = await serverWith(({ socket }, response) => {
      if (served.has(socket)) socket.destroy();
      else response.writeHead(200).end("data: a\n\n");
      served.add(socket);
    });
    for (let i = 0; i < 4; i++) expect(await call(openHttpCall, url).outcome).toBe("received");
  });

  it("says at once that a server speaks something else", async () => {
    const url = await serverWith(({ socket }) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    });
    expect(await call(openHttpCall, url).outcome).toMatchObject({ error: { kind: "garbled" } });
  });
});

describe("chooseEventCall", () => {
  it("takes the light way where there is no encryption", () => {
    expect(chooseEventCall("http://127.0.0.1:11434/v1")).toBe(openHttpCall);
    expect(chooseEventCall("https://host/v1")).not.toBe(openHttpCall);
  });

  it("takes a fetch that is given", async () => {
    const fetch = vi.fn(async () => new Response("data: a\n\n"));
    const { outcome, events } = call(chooseEventCall("http://host", fetch), "http://host");
    expect(await outcome).toBe("received");
    expect(events).toEqual(["a"]);
    expect(fetch).toHaveBeenCalledOnce();
  });
});
