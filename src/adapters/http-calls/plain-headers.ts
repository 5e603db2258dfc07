import type { IncomingHttpHeaders } from "node:http";

/** The headers of an answer, each with one text. */
export function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}
