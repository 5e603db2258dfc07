import { describe, expect, it, vi } from "vitest";
import { CallFailure } from "../call-failure.ts";
import type { AnswerListener, OutgoingRequest } from "./exchange.ts";
import { fetchOver } from "./exchange-fetch.ts";

/** A `fetch` over an exchange that is led by hand. */
function openFetch() {
  const sent: OutgoingRequest[] = [];
  const listeners: AnswerListener[] = [];
  const close = vi.fn();
  const fetch = fetchOver((request, listener) => {
    sent.push(request);
    listeners.push(listener);
    return { pause: () => undefined, resume: () => undefined, close };
  });
  const listener = async () => vi.waitFor(() => listeners[0] ?? expect.unreachable());
  return { fetch, sent, listener, close };
}

const URL = "http://host/path";

describe("fetchOver", () => {
  it("sends what it is given and answers as a whole", async () => {
    const { fetch, sent, listener, close } = openFetch();
    const answering = fetch(URL, { method: "POST", headers: { "X-Key": "k" }, body: "{}" });
    const { head, data, ended } = await listener();
    head(201, { "retry-after": "7", "set-cookie": ["a", "b"] });
    data('{"a":');
    data("1}");
    ended(undefined);
    const answer = await answering;
    expect(sent).toEqual([{ method: "POST", url: URL, headers: { "x-key": "k" }, body: "{}" }]);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([201, "7"]);
    expect(await answer.json()).toEqual({ a: 1 });
    expect(close).toHaveBeenCalled();
  });

  it("answers a refusal, as fetch does", async () => {
    const { fetch, listener } = openFetch();
    const answering = fetch(URL);
    const { head, ended } = await listener();
    head(503, {});
    ended(undefined);
    expect((await answering).status).toBe(503);
  });

  it.each([101, 204, 205, 301, 307, 600, 999])("fails on status %i", async (status) => {
    const { fetch, listener } = openFetch();
    const answering = fetch(URL);
    const { head, data, ended } = await listener();
    head(status, { location: "http://elsewhere" });
    data("words");
    ended(undefined);
    await expect(answering).rejects.toMatchObject({ kind: "garbled" });
  });

  it("passes a failure on", async () => {
    const { fetch, listener } = openFetch();
    const answering = fetch(URL);
    const failure = new CallFailure("unreachable");
    (await listener()).ended(failure);
    await expect(answering).rejects.toBe(failure);
  });

  it("ends with the signal's reason, and ends the exchange", async () => {
    const { fetch, listener, close } = openFetch();
    const controller = new AbortController();
    const answering = fetch(URL, { signal: controller.signal });
    await listener();
    const reason = new Error("left");
    controller.abort(reason);
    await expect(answering).rejects.toBe(reason);
    expect(close).toHaveBeenCalledOnce();
    await expect(fetch(URL, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("takes nothing but an address and a text", async () => {
    const { fetch, sent } = openFetch();
    await expect(fetch(new Request(URL))).rejects.toThrow("another request");
    await expect(fetch(URL, { method: "POST", body: new Uint8Array(1) })).rejects.toThrow("another request");
    await expect(fetch(URL, { method: "DELETE" })).rejects.toThrow("another request");
    expect(sent).toEqual([]);
  });
});
