import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { AnswerEvent } from "./answer-event.ts";
import { CallFailure } from "./call-failure.ts";
import type { EventReader } from "./event-call.ts";
import { openTextStream, type TextStream } from "./text-stream.ts";

const STALL_MS = 120;

/** A call whose answer the test makes up. */
function openCall(signal = new AbortController().signal) {
  let reader: EventReader | undefined;
  const said: string[] = [];
  const continuations: (string | undefined)[] = [];
  const stream = openTextStream(
    (given, continuation) => {
      reader = given;
      continuations.push(continuation);
      return {
        pause: () => said.push("pause"),
        resume: () => said.push("resume"),
        close: () => said.push("close"),
      };
    },
    { readEvent: (event) => event as AnswerEvent, stallMs: STALL_MS, signal },
  );
  return {
    stream,
    said,
    continuations,
    events: (...events: (Partial<AnswerEvent> | "[DONE]")[]) =>
      reader?.events(
        events.map((event) =>
          event === "[DONE]" ? event : JSON.stringify({ text: "", isThought: false, ...event }),
        ),
      ),
    raw: (data: string) => reader?.events([data]),
    ended: (error?: unknown) => reader?.ended(error === undefined ? "received" : { error }),
  };
}

const STOP: Partial<AnswerEvent> = { ending: { kind: "stop", word: "STOP" } };

async function readAll(stream: TextStream): Promise<string[]> {
  const fragments: string[] = [];
  for (let next = await stream.next(); next !== undefined; next = await stream.next()) fragments.push(next);
  return fragments;
}

describe("openTextStream", () => {
  it("gives each fragment as soon as it is there, and what the answer took", async () => {
    const { stream, events, ended, said } = openCall();
    const first = stream.next();
    events({ text: "a" });
    expect(await first).toBe("a");
    expect(stream.usage()).toBeUndefined();
    events({}, { text: "b" }, { text: "c" });
    expect(await stream.next()).toBe("bc");
    events({ ...STOP, usage: { inputTokens: 3, outputTokens: 2 } });
    ended();
    expect(await stream.next()).toBeUndefined();
    expect(await stream.next()).toBeUndefined();
    expect(stream.usage()).toEqual({ inputTokens: 3, outputTokens: 2 });
    expect(said).toEqual(["close"]);
  });

  it("gives the text that came before a failure, and then the failure", async () => {
    const { stream, events, ended } = openCall();
    events({ text: "a" });
    ended(new CallFailure("interrupted"));
    expect(await stream.next()).toBe("a");
    await expect(stream.next()).rejects.toMatchObject({ kind: "interrupted" });
    await expect(stream.next()).rejects.toMatchObject({ kind: "interrupted" });
  });

  it("does not take a reader who pauses for a model that stalls", async () => {
    const { stream, events, ended } = openCall();
    events({ text: "a" });
    expect(await stream.next()).toBe("a");
    await wait(3 * STALL_MS);
    events({ text: "b", ...STOP });
    ended();
    expect(await readAll(stream)).toEqual(["b"]);
  });

  it("waits for a model that thinks aloud", async () => {
    const { stream, events, ended } = openCall();
    const all = readAll(stream);
    for (let i = 0; i < 12; i++) {
      await wait(STALL_MS / 6);
      events(i % 2 === 0 ? { isThought: true } : { usage: { inputTokens: 3, outputTokens: i } });
    }
    events({ text: "a", ...STOP });
    ended();
    expect(await all).toEqual(["a"]);
  });

  it("does not wait for one that sends events without a word", async () => {
    const { stream, events } = openCall();
    const usage = { inputTokens: 3, outputTokens: 0 };
    const timer = setInterval(() => events({ usage }), STALL_MS / 6);
    await expect(stream.next()).rejects.toMatchObject({ kind: "stalled" });
    clearInterval(timer);
  });

  it("fails and ends the call when the model says nothing", async () => {
    const { stream, said } = openCall();
    await expect(stream.next()).rejects.toMatchObject({ kind: "stalled" });
    expect(said).toEqual(["close"]);
  });

  it("ends the call at once when it is aborted, and gives no more text", async () => {
    const controller = new AbortController();
    const { stream, events, said } = openCall(controller.signal);
    const next = stream.next();
    controller.abort(new Error("gone"));
    expect(said).toEqual(["close"]);
    await expect(next).rejects.toThrow("gone");
    events({ text: "late" });
    await expect(stream.next()).rejects.toThrow("gone");
  });

  it("does not call when it is too late", () => {
    expect(() => openCall(AbortSignal.abort(new Error("gone")))).toThrow("gone");
  });

  it("holds the model up while much is unread, and lets it go on after", async () => {
    const { stream, events, said } = openCall();
    events({ text: "x".repeat(10_000) });
    expect(said).toEqual([]);
    events({ text: "x".repeat(10_000) });
    expect(said).toEqual(["pause"]);
    expect(await stream.next()).toHaveLength(20_000);
    expect(said).toEqual(["pause", "resume"]);
  });

  it("takes an end without a reason for one", async () => {
    const { stream, events, ended } = openCall();
    events({ text: "a" }, "[DONE]");
    ended();
    expect(await readAll(stream)).toEqual(["a"]);
  });

  it("waits for no connection after the last word", async () => {
    const open = openCall();
    open.events({ text: "a", ...STOP }, "[DONE]");
    expect(await readAll(open.stream)).toEqual(["a"]);
    expect(open.said).toEqual(["close"]);
    const broken = openCall();
    broken.events({ text: "a", ...STOP }, "[DONE]");
    broken.ended(new CallFailure("interrupted"));
    expect(await readAll(broken.stream)).toEqual(["a"]);
  });

  it("goes on in another call where one cannot hold the answer, and counts both", async () => {
    const { stream, events, ended, continuations } = openCall();
    events({ text: "a", usage: { inputTokens: 3, outputTokens: 1 }, continuation: "more" });
    ended();
    events({ text: "b", usage: { inputTokens: 4, outputTokens: 2 }, ...STOP });
    ended();
    expect(await readAll(stream)).toEqual(["ab"]);
    expect(continuations).toEqual([undefined, "more"]);
    expect(stream.usage()).toEqual({ inputTokens: 7, outputTokens: 3 });
  });

  it("stays withheld, whatever comes after", async () => {
    const { stream, events, ended } = openCall();
    events({ ending: { kind: "withheld", word: "SAFETY" } }, { text: "a", ...STOP });
    ended();
    expect(await stream.next()).toBe("a");
    await expect(stream.next()).rejects.toMatchObject({ kind: "blocked" });
  });

  it("does not repeat what it cannot read", async () => {
    const { stream, raw, said } = openCall();
    raw("secret {");
    const failure = await stream.next().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "garbled" });
    expect(String(failure)).not.toContain("secret");
    expect(said).toEqual(["close"]);
  });

  it.each<[string, Partial<AnswerEvent>[], object]>([
    [
      "is held back",
      [{ text: "a" }, { ending: { kind: "withheld", word: "SAFETY" } }],
      { kind: "blocked", reason: "SAFETY" },
    ],
    ["holds no text", [STOP], { kind: "empty", reason: "STOP" }],
    [
      "is all thoughts",
      [{ ending: { kind: "length", word: "MAX_TOKENS" } }],
      { kind: "empty", reason: "it ran out of tokens" },
    ],
    [
      "ends for a reason in many words",
      [{ ending: { kind: "other", word: "see https://host/x" } }],
      { kind: "empty", reason: undefined },
    ],
    [
      "the model spoiled",
      [{ text: "a", ending: { kind: "failed", word: "MALFORMED_FUNCTION_CALL" } }],
      { kind: "interrupted" },
    ],
    ["just ends", [{ text: "a" }], { kind: "interrupted" }],
  ])("fails for an answer that %s", async (_, parts, failure) => {
    const { stream, events, ended } = openCall();
    events(...parts);
    ended();
    await expect(readAll(stream)).rejects.toMatchObject(failure);
  });
});
