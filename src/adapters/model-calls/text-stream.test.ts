import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { LanguageModel, StreamPart } from "./language-model.ts";
import { openTextStream, type TextStream } from "./text-stream.ts";

const STALL_MS = 120;
const { signal } = new AbortController();

/** A model that says these parts, and takes its time before each. */
function modelSaying(parts: StreamPart[], paceMs = 0): LanguageModel {
  return {
    doStream: async ({ abortSignal }) => ({
      stream: new ReadableStream<StreamPart>(
        {
          start: (controller) =>
            abortSignal.addEventListener("abort", () => controller.error(abortSignal.reason)),
          async pull(controller) {
            await wait(paceMs);
            const part = parts.shift();
            if (part) controller.enqueue(part);
            else controller.close();
          },
        },
        { highWaterMark: 0 },
      ),
    }),
  };
}

const open = (model: LanguageModel) => openTextStream(model, { prompt: [] }, { stallMs: STALL_MS, signal });
const text = (delta: string): StreamPart => ({ type: "text-delta", delta });
const end = (unified: "stop" | "length" | "content-filter" | "other", raw?: string): StreamPart => ({
  type: "finish",
  finishReason: { unified, raw },
  usage: { inputTokens: { total: 3 }, outputTokens: { total: 2 } },
});

async function readAll(stream: TextStream): Promise<string[]> {
  const fragments: string[] = [];
  for (let next = await stream.next(); next !== undefined; next = await stream.next()) fragments.push(next);
  return fragments;
}

describe("openTextStream", () => {
  it("gives the fragments that hold text, and then what they took", async () => {
    const stream = await open(
      modelSaying([{ type: "stream-start" }, text("a"), text(""), text("b"), end("stop")]),
    );
    expect(stream.usage()).toBeUndefined();
    expect(await readAll(stream)).toEqual(["a", "b"]);
    expect(stream.usage()).toMatchObject({ outputTokens: { total: 2 } });
    expect(await stream.next()).toBeUndefined();
  });

  it("does not take a reader who pauses for a model that stalls", async () => {
    const stream = await open(modelSaying([text("a"), text("b"), end("stop")]));
    expect(await stream.next()).toBe("a");
    await wait(3 * STALL_MS);
    expect(await readAll(stream)).toEqual(["b"]);
  });

  it("waits for a model that thinks aloud", async () => {
    const thoughts = Array.from({ length: 12 }, (): StreamPart => ({ type: "reasoning-delta" }));
    const stream = await open(modelSaying([...thoughts, text("a"), end("stop")], STALL_MS / 6));
    expect(await readAll(stream)).toEqual(["a"]);
  });

  it("fails when the model says nothing", async () => {
    const stream = await open(modelSaying([text("a")], 10 * STALL_MS));
    await expect(stream.next()).rejects.toMatchObject({ kind: "stalled" });
  });

  it("takes a refusal in the model's own words for an answer", async () => {
    const stream = await open(modelSaying([text("I will not."), end("content-filter", "stop")]));
    expect(await readAll(stream)).toEqual(["I will not."]);
  });

  it.each<[string, StreamPart[], object]>([
    ["is held back", [text("a"), end("content-filter", "SAFETY")], { kind: "blocked", reason: "SAFETY" }],
    ["holds no text", [text(""), end("stop", "STOP")], { kind: "empty", reason: "STOP" }],
    [
      "is all thoughts",
      [{ type: "reasoning-delta" }, end("length")],
      { kind: "empty", reason: "it ran out of tokens" },
    ],
    [
      "ends for a reason in many words",
      [end("other", "see https://host/x")],
      { kind: "empty", reason: undefined },
    ],
    ["just ends", [text("a")], { kind: "interrupted" }],
  ])("fails for an answer that %s", async (_, parts, failure) => {
    await expect(readAll(await open(modelSaying(parts)))).rejects.toMatchObject(failure);
  });
});
