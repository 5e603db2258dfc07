import { z } from "zod";
import { CallFailure } from "../model-calls/call-failure.ts";
import type { Rejection } from "../model-calls/rejected-call.ts";
import { retryAfterMs } from "../model-calls/retry-after.ts";

/** What an OpenAI-compatible server means by an error: its status, and the code or type where it names one. */
export function readOpenAiRejection({ status, headers, body }: Rejection, now: number): CallFailure {
  const names = namesIn(body);
  const delay = retryAfterMs(headers, now);
  switch (true) {
    case names.includes("insufficient_quota") || status === 402:
      return new CallFailure("quota-spent", { status });
    case status === 401 || names.includes("invalid_api_key"):
      return new CallFailure("wrong-key", { status });
    case status === 403:
      return new CallFailure("forbidden", { status });
    case status === 404 || names.includes("model_not_found"):
      return new CallFailure("unknown-model", { status });
    case status === 429 || names.includes("rate_limit_exceeded"):
      return new CallFailure("rate-limited", { status, retryAfterMs: delay });
    case names.includes("context_length_exceeded") || status === 413:
      return new CallFailure("rejected", { status, reason: "it is too long for the model" });
    case names.includes("content_filter") || names.includes("content_policy_violation"):
      return new CallFailure("blocked", { status });
    case status === 408 || status >= 500:
      return new CallFailure("overloaded", { status, retryAfterMs: delay });
    default:
      return new CallFailure("rejected", { status });
  }
}

const bodySchema = z.object({
  error: z.object({
    code: z.union([z.string(), z.number()]).nullish(),
    type: z.string().nullish(),
  }),
});

function namesIn(body: unknown): string[] {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return [];
  const { code, type } = parsed.data.error;
  return [code, type].filter((name) => typeof name === "string");
}
