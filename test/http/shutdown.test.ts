import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ChatModel } from "../../src/ports/chat-model.ts";
import { sendJsonTo } from "../doubles/send-json-to.ts";
import { eventsOf, openTestApp, type TestApp } from "./open-app.ts";

/** Answers with one word, and with another when `goOn` lets it. */
const chatModel: ChatModel = {
  async *answer(_prompt, signal) {
    yield "one ";
    const left = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => left.reject(signal.reason));
    await Promise.race([goOn.promise, left.promise]);
    yield "two";
  },
};
let goOn: PromiseWithResolvers<void>;
let service: TestApp;

beforeEach(async () => {
  goOn = Promise.withResolvers();
  service = await openTestApp(() => ({ chatModel }));
});
afterEach(() => service.close());

/** Asks over a real connection, and gives the whole answer once it has come. */
async function ask() {
  const url = await service.app.listen({ host: "127.0.0.1", port: 0 });
  const answer = await sendJsonTo(`${url}/api/chat`, { messages: [{ role: "user", content: "Hello" }] });
  return { url, text: answer.text() };
}

describe("a service that is asked to end", () => {
  test("lets an answer end, and takes no new questions", async () => {
    const { text, url } = await ask();
    const closing = service.app.close();
    await wait(50);
    const late = await fetch(`${url}/api/health`);
    expect([late.status, await late.json()]).toEqual([
      500,
      { error: "The service is being stopped", details: "Try again in a moment" },
    ]);
    goOn.resolve();
    expect(eventsOf(await text).slice(-3)).toEqual([{ chunk: "one " }, { chunk: "two" }, "[DONE]"]);
    await closing;
  });

  test("ends one that takes too long with the reason", async () => {
    const { text } = await ask();
    const closing = service.app.close();
    expect(eventsOf(await text).slice(-3)).toEqual([
      { chunk: "one " },
      { error: "The service is being stopped. Try again in a moment" },
      "[DONE]",
    ]);
    await closing;
  });

  test("does not wait where there is nothing to wait for", async () => {
    await service.send({ url: "/api/health" });
    // A clock that stands still: a wait would never end.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await service.app.close();
    expect(service.app.server.listening).toBe(false);
  });
});
