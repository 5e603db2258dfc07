import { beforeEach, describe, expect, it } from "vitest";
import { type FakeTime, openFakeTime } from "../../../test/doubles/fake-time.ts";
import { CallFailure } from "./call-failure.ts";
import { machineTime } from "./call-time.ts";
import { openProviderCalls, type ProviderCalls, type RepeatableCall } from "./provider-calls.ts";

const CALL: RepeatableCall = { model: "m", role: "chat", patience: "short" };
const { signal } = new AbortController();

function openCalls(time: FakeTime | typeof machineTime): ProviderCalls {
  return openProviderCalls({
    face: { name: "the server", address: "http://host", keySetting: "KEY", addressSetting: "URL" },
    readRejection: ({ status }) => new CallFailure("overloaded", { status }),
    time,
    log: () => undefined,
  });
}

const failing = (kind: CallFailure["kind"]) => () => Promise.reject(new CallFailure(kind));

describe("openProviderCalls", () => {
  let time: FakeTime;
  let calls: ProviderCalls;

  beforeEach(() => {
    time = openFakeTime(0.5);
    calls = openCalls(time);
  });

  it("waits twice as long each time, by chance between nothing and all of it", async () => {
    await expect(calls.run(CALL, failing("rate-limited"), signal)).rejects.toMatchObject({
      code: "model-failed",
    });
    expect(time.sleeps).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it("does not wait any more for a provider that it has found to be down", async () => {
    await expect(calls.run(CALL, failing("unreachable"), signal)).rejects.toThrow("cannot be reached");
    expect(time.sleeps).toEqual([250, 500, 1_000, 2_000, 4_000]);
  });

  it("passes a bug on as it is", async () => {
    const bug = new TypeError("undefined is not a function");
    await expect(calls.run(CALL, () => Promise.reject(bug), signal)).rejects.toBe(bug);
  });

  it("ends a wait when it is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("left");
    const patient = openCalls({ ...machineTime, random: () => 1 });
    const work = patient.run(CALL, failing("overloaded"), controller.signal);
    setTimeout(() => controller.abort(reason), 5);
    await expect(work).rejects.toBe(reason);
  });

  it("lets one call see whether a provider is back, and the others wait for it", async () => {
    await expect(calls.run(CALL, failing("unreachable"), signal)).rejects.toThrow("cannot be reached");
    time.advance(10_000);
    const { promise: answer, resolve } = Promise.withResolvers<string>();
    const probe = calls.run(CALL, () => answer, signal);
    await expect(calls.run(CALL, async () => "second", signal)).rejects.toThrow("The server is down");
    resolve("first");
    expect(await probe).toBe("first");
    expect(await calls.run(CALL, async () => "third", signal)).toBe("third");
  });

  it("leaves the provider alone again when it is not back", async () => {
    await expect(calls.run(CALL, failing("unreachable"), signal)).rejects.toThrow();
    time.advance(10_000);
    await expect(calls.run(CALL, failing("unreachable"), signal)).rejects.toThrow("cannot be reached");
    await expect(calls.run(CALL, async () => "fine", signal)).rejects.toThrow("is down");
  });

  it("makes another call to see when the first was ended too early to tell", async () => {
    await expect(calls.run(CALL, failing("unreachable"), signal)).rejects.toThrow();
    time.advance(10_000);
    const controller = new AbortController();
    const left = calls.run(
      CALL,
      async () => {
        controller.abort(new Error("left"));
        throw new CallFailure("interrupted");
      },
      controller.signal,
    );
    await expect(left).rejects.toThrow("left");
    expect(await calls.run(CALL, async () => "fine", signal)).toBe("fine");
  });

  it("counts failures in a row alone", async () => {
    for (let i = 0; i < 3; i++) {
      let count = 0;
      const flaky = async () => {
        count += 1;
        if (count < 5) throw new CallFailure("overloaded");
        return "fine";
      };
      expect(await calls.run(CALL, flaky, signal)).toBe("fine");
    }
  });
});
