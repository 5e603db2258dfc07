import { describe, expect, it } from "vitest";
import { openTasks } from "./open-tasks.ts";

describe("tasks", () => {
  it("go on a few at a time, and all come to their end", async () => {
    const tasks = openTasks(2);
    let running = 0;
    let most = 0;
    let ended = 0;
    for (let index = 0; index < 6; index++) {
      await tasks.add(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        ended++;
      });
    }
    await tasks.end();
    expect([most, ended]).toEqual([2, 6]);
  });

  it("tell of a failure when the next one is added, or at the end", async () => {
    const fail = async () => {
      throw new Error("lost");
    };
    const adding = openTasks(1);
    await adding.add(fail);
    await expect(adding.add(async () => undefined)).rejects.toThrow("lost");
    const ending = openTasks(2);
    await ending.add(fail);
    await expect(ending.end()).rejects.toThrow("lost");
  });
});
