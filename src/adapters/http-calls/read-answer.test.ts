import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import type { AnswerListener, OpenExchange, OutgoingRequest } from "./exchange.ts";
import { AnswerTooLong, LostConnection } from "./lost-connection.ts";
import { openAnswer, readAnswer, textOf } from "./read-answer.ts";

const REQUEST: OutgoingRequest = { method: "POST", url: "http://host/path", headers: { a: "b" }, body: "{}" };

/** Asks over an exchange that is led by hand. */
function askBy<Answer>(
  read: (open: OpenExchange, request: OutgoingRequest, signal: AbortSignal) => Promise<Answer>,
  { signal }: { signal: AbortSignal } = new AbortController(),
) {
  const sent: OutgoingRequest[] = [];
  const heard = Promise.withResolvers<AnswerListener>();
  const exchange = { pause: vi.fn(), resume: vi.fn(), close: vi.fn() };
  const open: OpenExchange = (request, listener) => {
    sent.push(request);
    heard.resolve(listener);
    return exchange;
  };
  return { answering: read(open, REQUEST, signal), sent, listener: heard.promise, ...exchange };
}

const ask = (controller?: AbortController) => askBy(readAnswer, controller);

describe("readAnswer", () => {
  it("sends what it is given and answers as a whole", async () => {
    const { answering, sent, listener, close } = ask();
    const { head, data, ended } = await listener;
    head(201, { "retry-after": "7" });
    data(Buffer.from('{"a":'));
    data(Buffer.from("1}"));
    ended(undefined);
    expect(await answering).toEqual({ status: 201, headers: { "retry-after": "7" }, text: '{"a":1}' });
    expect(sent).toEqual([REQUEST]);
    expect(close).toHaveBeenCalled();
  });

  it("answers a refusal", async () => {
    const { answering, listener } = ask();
    const { head, ended } = await listener;
    head(503, {});
    ended(undefined);
    expect((await answering).status).toBe(503);
  });

  it.each([0, 101, 301, 307, 600, 999])("fails on status %i", async (status) => {
    const { answering, listener } = ask();
    const { head, data, ended } = await listener;
    head(status, { location: "http://elsewhere" });
    data(Buffer.from("words"));
    ended(undefined);
    await expect(answering).rejects.toMatchObject({ kind: "garbled" });
  });

  it("passes a failure on", async () => {
    const { answering, listener } = ask();
    const failure = new LostConnection("unreachable");
    (await listener).ended(failure);
    await expect(answering).rejects.toBe(failure);
  });

  it("ends with the signal's reason, and ends the exchange", async () => {
    const controller = new AbortController();
    const { answering, listener, close } = ask(controller);
    await listener;
    const reason = new Error("left");
    controller.abort(reason);
    await expect(answering).rejects.toBe(reason);
    expect(close).toHaveBeenCalledOnce();
    const late = ask(controller);
    await expect(late.answering).rejects.toBe(reason);
    expect(late.sent).toEqual([]);
  });
});

describe("openAnswer", () => {
  it("holds the other side up while nobody reads", async () => {
    const { answering, listener, pause, resume } = askBy(openAnswer);
    const { head, data, ended } = await listener;
    head(200, {});
    const { body } = await answering;
    data(Buffer.alloc(10));
    expect(pause).not.toHaveBeenCalled();
    data(Buffer.alloc(1_000_000));
    expect(pause).toHaveBeenCalledOnce();
    expect(resume).not.toHaveBeenCalled();
    const text = textOf(body);
    await vi.waitFor(() => expect(resume).toHaveBeenCalled());
    ended(undefined);
    expect(await text).toHaveLength(1_000_010);
  });

  it("unpacks what was packed, also where there is nothing", async () => {
    for (const packed of [gzipSync("ä"), Buffer.alloc(0)]) {
      const { answering, listener, close } = askBy(openAnswer);
      const { head, data, ended } = await listener;
      head(200, { "content-encoding": "gzip" });
      for (const byte of packed) data(Buffer.from([byte]));
      ended(undefined);
      expect(await textOf((await answering).body)).toBe(packed.length > 0 ? "ä" : "");
      await vi.waitFor(() => expect(close).toHaveBeenCalled());
    }
  });

  it.each([{}, { "content-encoding": "gzip" }])(
    "breaks off what is longer than allowed with %o",
    async (headers) => {
      const { answering, listener, close } = askBy(openAnswer);
      const { head, data } = await listener;
      head(200, headers);
      data("content-encoding" in headers ? gzipSync(Buffer.alloc(1_000)) : Buffer.alloc(1_000));
      await expect(textOf((await answering).body, 999)).rejects.toBeInstanceOf(AnswerTooLong);
      await vi.waitFor(() => expect(close).toHaveBeenCalled());
    },
  );

  it("fails where a body breaks off or its reader leaves", async () => {
    for (const headers of [{}, { "content-encoding": "gzip" }]) {
      const lost = askBy(openAnswer);
      const failure = new LostConnection("interrupted");
      (await lost.listener).head(200, headers);
      (await lost.listener).ended(failure);
      await expect(textOf((await lost.answering).body)).rejects.toBe(failure);
      const controller = new AbortController();
      const left = askBy(openAnswer, controller);
      (await left.listener).head(200, headers);
      const reading = textOf((await left.answering).body);
      controller.abort(failure);
      await expect(reading).rejects.toBe(failure);
      expect(left.close).toHaveBeenCalled();
    }
  });
});
