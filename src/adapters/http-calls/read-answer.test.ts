import { describe, expect, it, vi } from "vitest";
import type { AnswerListener, OutgoingRequest } from "./exchange.ts";
import { LostConnection } from "./lost-connection.ts";
import { readAnswer } from "./read-answer.ts";

const REQUEST: OutgoingRequest = { method: "POST", url: "http://host/path", headers: { a: "b" }, body: "{}" };

/** Asks over an exchange that is led by hand. */
function ask({ signal }: { signal: AbortSignal } = new AbortController()) {
  const sent: OutgoingRequest[] = [];
  const heard = Promise.withResolvers<AnswerListener>();
  const close = vi.fn();
  const answering = readAnswer(
    (request, listener) => {
      sent.push(request);
      heard.resolve(listener);
      return { pause: () => undefined, resume: () => undefined, close };
    },
    REQUEST,
    signal,
  );
  return { answering, sent, listener: heard.promise, close };
}

describe("readAnswer", () => {
  it("sends what it is given and answers as a whole", async () => {
    const { answering, sent, listener, close } = ask();
    const { head, data, ended } = await listener;
    head(201, { "retry-after": "7" });
    data('{"a":');
    data("1}");
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
    data("words");
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
