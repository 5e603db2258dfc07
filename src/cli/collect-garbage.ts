import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Gives back what loading has left behind; else the first many streams would be held beside it. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
}
