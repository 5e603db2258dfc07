import type { RequestListener } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeCertificate, trust } from "../../../test/doubles/certificate.ts";
import { breakOff, openServerOn, type Wire } from "../../../test/doubles/wire.ts";
import { openExchangeWith } from "../http-calls/open-exchange.ts";
import { openEventCalls, type StreamEnd } from "./event-call.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const certificate = makeCertificate();
trust(certificate);

describe.each<[string, Wire]>([
  ["HTTP/1.1", "http"],
  ["HTTP/1.1 with encryption", { protocol: "http/1.1", certificate }],
  ["HTTP/2", { protocol: "h2", certificate }],
])("openEventCalls over %s", (_, wire) => {
  async function serverWith(answer: RequestListener): Promise<string> {
    const server = await openServerOn(wire, answer);
    closing.push(server.close);
    return server.url;
  }

  /** Makes a call, and collects what is heard of it. */
  function call(url: string, openCall = openEventCalls(openExchangeWith(url))) {
    const batches: (readonly string[])[] = [];
    const outcome = Promise.withResolvers<StreamEnd>();
    const headers = { authorization: "Bearer secret", "content-type": "application/json" };
    const handle = openCall(
      { method: "POST", url: `${url}/chat?alt=sse`, headers, body: '{"text":"é"}' },
      { events: (batch) => batches.push(batch), ended: outcome.resolve },
    );
    return { ...handle, batches, events: () => batches.flat(), outcome: outcome.promise };
  }

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
    const { outcome, events } = call(url);
    expect(await outcome).toBe("received");
    expect(events()).toEqual(["é", "b"]);
    expect(received).toBe('{"text":"é"}POST /chat?alt=sse Bearer secret');
  });

  it("passes an event on at once", async () => {
    const url = await serverWith((_request, response) => response.writeHead(200).write("data: a\n\n"));
    const { events, close } = call(url);
    await vi.waitFor(() => expect(events()).toEqual(["a"]));
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
    expect(await call(url).outcome).toMatchObject({
      error: { rejection: { status: 429, headers: { "retry-after": "7" }, body } },
    });
  });

  it("tells of a refusal whose words break off", async () => {
    const url = await serverWith((_request, response) =>
      response.writeHead(401).write("{", () => breakOff(response)),
    );
    expect(await call(url).outcome).toMatchObject({ error: { rejection: { status: 401 } } });
  });

  it.each([
    ["a document", 200, { "content-type": "application/json; charset=utf-8" }],
    ["a page", 200, { "content-type": "text/html" }],
    ["nothing", 204, {}],
  ])("does not take %s for events", async (_kind, status, headers) => {
    const url = await serverWith((_request, response) => response.writeHead(status, headers).end());
    expect(await call(url).outcome).toMatchObject({ error: { kind: "garbled" } });
  });

  it("takes a comment for nothing", async () => {
    const url = await serverWith((_request, response) =>
      response.writeHead(200).end(": hello\n\ndata: a\n\n"),
    );
    const { batches, outcome } = call(url);
    expect(await outcome).toBe("received");
    expect(batches).toEqual([["a"]]);
  });

  it("follows no redirect", async () => {
    const requests: string[] = [];
    const url = await serverWith((request, response) => {
      requests.push(request.url ?? "");
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    expect(await call(url).outcome).toMatchObject({ error: { kind: "garbled" } });
    expect(requests).toEqual(["/chat?alt=sse"]);
  });

  it("tells of a connection that is lost before the answer or in its midst", async () => {
    const refusing = await serverWith((_request, response) => breakOff(response));
    expect(await call(refusing).outcome).toMatchObject({ error: { kind: "interrupted" } });
    const breaking = await serverWith((_request, response) => {
      response.writeHead(200).write("data: a\n\n", () => breakOff(response));
    });
    const { outcome, events } = call(breaking);
    expect(await outcome).toMatchObject({ error: { kind: "interrupted" } });
    expect(events()).toEqual(["a"]);
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
    expect(await call(url).outcome).toMatchObject({ error: { kind: "garbled" } });
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
    const { events, close, outcome } = call(url);
    const ended = vi.fn();
    void outcome.then(ended);
    await vi.waitFor(() => expect(events().length).toBeGreaterThan(0));
    close();
    const heard = events().length;
    await left.promise;
    await wait(30);
    expect(events()).toHaveLength(heard);
    expect(ended).not.toHaveBeenCalled();
  });

  it("closes the connection also before the answer", async () => {
    const reached = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const url = await serverWith((_request, response) => {
      response.on("close", () => left.resolve());
      reached.resolve();
    });
    const { close } = call(url);
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
    const { events, pause, resume, outcome } = call(url);
    await vi.waitFor(() => expect(events().length).toBeGreaterThan(0));
    pause();
    await wait(300);
    expect(sent).toBeLessThan(1_000);
    resume();
    expect(await outcome).toBe("received");
    expect(events()).toHaveLength(1_000);
  });
});
