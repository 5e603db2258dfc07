import type { OpenExchange } from "../http-calls/exchange.ts";
import { readAnswer } from "../http-calls/read-answer.ts";
import { CallFailure } from "./call-failure.ts";

const LIMIT_MS = 5_000;

/** A page that costs nothing to ask for. */
interface Probe {
  url: string;
  headers: Record<string, string>;
  exchange: OpenExchange;
}

/** Sees whether anything answers. A server that answers with a failure of its own counts as down. */
export async function probe({ url, headers, exchange }: Probe, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const { status } = await readAnswer(exchange, { method: "GET", url, headers }, limit);
  if (status >= 500) throw new CallFailure("overloaded", { status });
}
