import { expect, it } from "vitest";
import { failureOf, live, type ProviderStage } from "./provider-stage.ts";

/** When a provider of models is left alone, and when it is asked again. */
export function providerOutages(stage: ProviderStage): void {
  const { fragments, embed } = stage;

  /** Three calls find the provider failing, over a while. */
  async function findDown(): Promise<void> {
    stage.now().double.failAlways({ kind: "internal" });
    for (let i = 0; i < 3; i++) {
      await failureOf(fragments());
      stage.now().time.advance(2_500);
    }
  }

  it("leaves a provider alone that is down, says so in its check, and sees after a while", async () => {
    const { provider, double, time } = stage.now();
    await findDown();
    const asked = double.requests.length;
    const error = await failureOf(fragments());
    expect(error.message).toMatch(/is down: it failed 17 times in a row and is tried again within 10 s/);
    expect(await failureOf(provider.check(live()))).toMatchObject({
      code: "model-failed",
      message: error.message,
    });
    expect(double.requests).toHaveLength(asked);

    time.advance(10_000);
    expect((await failureOf(provider.check(live()))).message).toMatch(/is down/);
    expect(double.requests.at(-1)?.method).toBe("GET");
    expect(double.requests).toHaveLength(asked + 1);

    time.advance(10_000);
    double.failAlways(null);
    expect((await fragments()).join("")).toContain("the answer.");
    await provider.check(live());
    expect(double.requests).toHaveLength(asked + 2);
  });

  it("leaves one alone that is not there, after a single call", async () => {
    const { double, time } = stage.now();
    await double.close();
    expect((await failureOf(fragments())).message).toMatch(/cannot be reached at https?:.+\(ECONNREFUSED\)/);
    time.advance(5_000);
    await failureOf(fragments());
    expect((await failureOf(fragments())).message).toMatch(/is down: it failed 9 times in a row/);
  });

  it("does not take a server that hangs up on one question for one that is not there", async () => {
    const { double, time } = stage.now();
    double.failNext({ kind: "no-answer" }, 8);
    await failureOf(fragments());
    time.advance(5_000);
    expect((await fragments()).join("")).toContain("the answer.");
  });

  it("does not take a call that always fails for a provider that is down", async () => {
    const { provider, double, time } = stage.now();
    double.failNext({ kind: "internal" }, 8);
    await failureOf(fragments());
    time.advance(5_000);
    await provider.check(live());
    expect((await fragments()).join("")).toContain("the answer.");
  });

  it("answers everybody whom a passing failure hits in the same moment", async () => {
    stage.now().double.failNext({ kind: "overloaded" }, 10);
    const answers = await Promise.all(Array.from({ length: 10 }, () => fragments()));
    expect(answers.map((answer) => answer.join("")).filter((text) => /the answer/.test(text))).toHaveLength(
      10,
    );
  });

  it("says in its check that a provider fails, as soon as it does", async () => {
    const { provider, double } = stage.now();
    double.failAlways({ kind: "internal" });
    await failureOf(fragments());
    expect((await failureOf(provider.check(live()))).message).toMatch(/is down: it failed 8 times in a row$/);
    double.failAlways(null);
    await provider.check(live());
  });

  it("sees by its check that a provider is back", async () => {
    const { provider, double, time } = stage.now();
    await findDown();
    double.failAlways(null);
    time.advance(10_000);
    await provider.check(live());
    expect(double.requests.at(-1)?.method).toBe("GET");
    expect(stage.now().logged.at(-1)?.message).toMatch(/answers again/);
  });

  it("sits out a provider that is down to index a document", async () => {
    await findDown();
    stage.now().double.failAlways(null);
    expect(await embed()).toHaveLength(2);
    expect(stage.now().time.sleeps.at(-1)).toBe(7_500);
  });

  it("does not take a caller's mistake for a provider that is down", async () => {
    stage.now().double.failAlways({ kind: "bad-request" });
    for (let i = 0; i < 6; i++) await failureOf(fragments());
    stage.now().double.failAlways(null);
    expect((await fragments()).join("")).toContain("the answer.");
  });
}
