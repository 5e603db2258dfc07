import type { Rejection } from "./rejected-call.ts";

/** How long a `Retry-After` header asks to wait: seconds, or until a date. Undefined where it says nothing. */
export function retryAfterMs(headers: Rejection["headers"], now: number): number | undefined {
  // There may be several of them.
  const value = String(headers["retry-after"] ?? "").trim();
  if (!value) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
