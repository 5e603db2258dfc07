// Loaded into a service by bench/stalls/run.ts: tells how much its main thread computed at most without a pause.
// Processor time and not that of the clock, because other programs of a crowded machine pause it too.
let longestMs = 0;
let before = process.threadCpuUsage();

setInterval(() => {
  const now = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (now.user + now.system - before.user - before.system) / 1000);
  before = now;
}, 1).unref();

process.on("message", () => {
  process.send?.({ longestMs });
  longestMs = 0;
});
// The service alone decides when it ends.
process.channel?.unref();
