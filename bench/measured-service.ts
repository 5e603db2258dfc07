// Loaded into a service by bench/live-memory.ts: it tells its parent how much memory is in use whenever it is asked.
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
process.on("message", async () => {
  // What is let go of in one collection may keep something else alive until the next.
  for (let round = 0; round < 4; round++) {
    collect();
    await wait(50);
  }
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
// The service alone decides when it ends.
process.channel?.unref();
