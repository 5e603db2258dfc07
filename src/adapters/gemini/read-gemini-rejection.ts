import { z } from "zod";
import { CallFailure } from "../model-calls/call-failure.ts";
import type { Rejection } from "../model-calls/rejected-call.ts";
import { retryAfterMs } from "../model-calls/retry-after.ts";

/** What Gemini means by an error: its status, and the details that name a reason, a quota or a delay. */
export function readGeminiRejection({ status, headers, body }: Rejection, now: number): CallFailure {
  const details = detailsIn(body);
  switch (true) {
    case status === 401 || details.some(({ reason }) => reason === "API_KEY_INVALID"):
      return new CallFailure("wrong-key", { status });
    case status === 403:
      return new CallFailure("forbidden", { status });
    case status === 404:
      return new CallFailure("unknown-model", { status });
    case status === 429:
      return readQuota(details, {
        status,
        retryAfterMs: retryDelayMs(details) ?? retryAfterMs(headers, now),
      });
    case status === 413:
      return new CallFailure("rejected", { status, reason: "it is too large" });
    case status === 400 && TOO_LONG.test(messageIn(body)):
      return new CallFailure("rejected", { status, reason: "it is too long for the model" });
    case status === 408 || status >= 500:
      return new CallFailure("overloaded", { status, retryAfterMs: retryAfterMs(headers, now) });
    default:
      return new CallFailure("rejected", { status });
  }
}

/** A question with more than the model can take in has no name of its own, only a sentence. */
const TOO_LONG = /token count\b.*\bexceeds the maximum number of tokens/i;

const messageSchema = z.object({ error: z.object({ message: z.string() }) });

function messageIn(body: unknown): string {
  const { success, data } = messageSchema.safeParse(body);
  return success ? data.error.message : "";
}

const detailSchema = z.object({
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z.array(z.object({ quotaId: z.string().optional() })).optional(),
});

type Detail = z.infer<typeof detailSchema>;

const bodySchema = z.object({ error: z.object({ details: z.array(z.unknown()) }) });

/** The details that can be read; the others are of kinds that say nothing of use here. */
function detailsIn(body: unknown): Detail[] {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return [];
  return parsed.data.error.details.flatMap((detail) => {
    const { success, data } = detailSchema.safeParse(detail);
    return success ? [data] : [];
  });
}

/** A quota of the day does not come back within any request's time, whatever delay the error names. */
function readQuota(
  details: Detail[],
  facts: { status: number; retryAfterMs: number | undefined },
): CallFailure {
  const quotas = details.flatMap(({ violations = [] }) => violations.map(({ quotaId = "" }) => quotaId));
  return quotas.some((quota) => /PerDay/i.test(quota))
    ? new CallFailure("quota-spent", { status: facts.status, reason: "for today" })
    : new CallFailure("rate-limited", facts);
}

/** The delay of a `RetryInfo`, a duration like `17s` or `1.5s`. */
function retryDelayMs(details: Detail[]): number | undefined {
  const delay = details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  const seconds = delay === undefined ? undefined : /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
