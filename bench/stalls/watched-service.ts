// Loaded into a service by bench/stalls/run.ts: it tells its parent how long its main thread was blocked at most since it was last asked.
import { monitorEventLoopDelay } from "node:perf_hooks";

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on("message", () => {
  process.send?.({ longestMs: delay.max / 1e6 });
  delay.reset();
});
// The service alone decides when it ends.
process.channel?.unref();
