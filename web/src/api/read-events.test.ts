import { describe, expect, it } from "vitest";
import { readEvents } from "./read-events.ts";

function streamOf(...pieces: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
}

describe("readEvents", () => {
  it("gives each payload in order", async () => {
    const events = readEvents(streamOf('data: {"a":1}\n\ndata: [DONE]\n\n'));
    expect(await Array.fromAsync(events)).toEqual(['{"a":1}', "[DONE]"]);
  });

  it("joins events that the network has cut, even inside a character", async () => {
    const bytes = new TextEncoder().encode("data: für\n\n");
    const events = readEvents(streamOf("da", "ta: x\n", "\n", bytes.slice(0, 8), bytes.slice(8)));
    expect(await Array.fromAsync(events)).toEqual(["x", "für"]);
  });

  it("leaves comments out", async () => {
    expect(await Array.fromAsync(readEvents(streamOf(": still here\n\ndata: y\n\n")))).toEqual(["y"]);
  });

  it("gives a last event that lacks its blank line", async () => {
    expect(await Array.fromAsync(readEvents(streamOf("data: end")))).toEqual(["end"]);
  });

  it("cancels the stream when the reader leaves early", async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("data: more\n\n")),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const event of readEvents(endless)) {
      expect(event).toBe("more");
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
