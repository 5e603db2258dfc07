import { DEFAULT_LIMITS, type ExtractionLimits } from "../extraction-limits.ts";
import { readFileText } from "../read-file-text.ts";
import type { ReadContext } from "../reader.ts";

/** The context of a reader under test. */
export function contextFor(name: string, limits: Partial<ExtractionLimits> = {}): ReadContext {
  return {
    name,
    limits: { ...DEFAULT_LIMITS, ...limits },
    recognizer: null,
    depth: 0,
    onPage: () => undefined,
    readFile: readFileText,
  };
}
