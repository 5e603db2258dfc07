import { CallFailure } from "./call-failure.ts";
import type { Fetch } from "./exchange/exchange-fetch.ts";

const LIMIT_MS = 5_000;

/** A page that costs nothing to ask for. */
export interface Probe {
  url: string;
  headers: Record<string, string>;
  fetch: Fetch;
}

/** Sees whether anything answers. A server that answers with a failure of its own counts as down. */
export async function probe({ url, headers, fetch }: Probe, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const response = await fetch(url, { headers, signal: limit });
  await response.body?.cancel();
  if (response.status >= 500) throw new CallFailure("overloaded", { status: response.status });
}
