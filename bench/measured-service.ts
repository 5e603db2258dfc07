// The service, which on SIGUSR2 prints what memory it holds after a collection. For bench/streams.ts.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { main } from "../src/main.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
process.on("SIGUSR2", () => {
  const before = process.memoryUsage();
  collect();
  console.log(JSON.stringify({ before, after: process.memoryUsage() }));
});
await main(["serve"]);
