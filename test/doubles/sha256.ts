import { createHash } from "node:crypto";

/** The hash by which secrets are kept. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
