import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives back what loading has left behind, and lets the space for new objects stay as small as it is then. Hundreds of
 * streams would else make V8 hold several times what they need; docs/decisions/0007 has the figures and the price.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  setFlagsFromString("--semi-space-growth-factor=1");
}
