import { beforeEach, describe, expect, it } from "vitest";
import { type CallResult, type Circuit, openCircuit } from "./circuit.ts";

describe("openCircuit", () => {
  let now: number;
  let changes: string[];
  let circuit: Circuit;

  beforeEach(() => {
    now = 0;
    changes = [];
    circuit = openCircuit({ now: () => now, onChange: (state) => changes.push(state) });
  });

  const attempt = (call: object, outcome: CallResult) => circuit.enter(call)?.(outcome);

  /** So many attempts a second apart, of the calls in turn. */
  function fail(times: number, calls: object[], outcome: CallResult = "failing"): void {
    for (let i = 0; i < times; i++) {
      attempt(calls[i % calls.length] ?? {}, outcome);
      now += 1_000;
    }
  }

  it("opens when several calls fail for a while", () => {
    fail(5, [{}, {}, {}]);
    expect(circuit.isClosed()).toBe(true);
    fail(1, [{}]);
    expect(changes).toEqual(["open"]);
    expect(circuit.enter({})).toBeUndefined();
    expect(circuit.restMs()).toBe(9_000);
  });

  it("does not open for one call that fails, and none of the others", () => {
    fail(20, [{}]);
    expect(circuit.isClosed()).toBe(true);
  });

  it("opens for one call where nobody is there", () => {
    fail(6, [{}], "missing");
    expect(circuit.isClosed()).toBe(false);
  });

  it("does not open for what hits many calls in one moment", () => {
    for (let i = 0; i < 50; i++) attempt({}, "missing");
    expect(circuit.isClosed()).toBe(true);
    expect(circuit.failures()).toBe(50);
  });

  it("counts failures in a row alone", () => {
    for (let i = 0; i < 5; i++) {
      fail(4, [{}, {}, {}]);
      attempt({}, "answered");
    }
    expect(changes).toEqual([]);
    expect(circuit.failures()).toBe(0);
  });

  it("forgets what failed long ago", () => {
    fail(5, [{}, {}, {}]);
    now += 3_600_000;
    fail(1, [{}]);
    expect(circuit.isClosed()).toBe(true);
    expect(circuit.failures()).toBe(1);
  });

  it("lets another call see where the first takes its time", () => {
    fail(6, [{}, {}, {}]);
    now += 10_000;
    expect(circuit.enter({})).toBeDefined();
    expect(circuit.restMs()).toBe(5_000);
    now += 5_000;
    attempt({}, "answered");
    expect(circuit.isClosed()).toBe(true);
  });

  it("takes an attempt that shows nothing for nothing", () => {
    fail(20, [{}, {}, {}], "unknown");
    expect(circuit.failures()).toBe(0);
  });

  it("lets one call see after a rest, rests again where it fails, and closes where it does not", () => {
    fail(6, [{}, {}, {}]);
    now += 10_000;
    const settle = circuit.enter({});
    expect(circuit.enter({})).toBeUndefined();
    settle?.("failing");
    expect(circuit.restMs()).toBe(10_000);
    now += 10_000;
    attempt({}, "answered");
    expect(changes).toEqual(["open", "closed"]);
    expect(circuit.enter({})).toBeDefined();
  });
});
