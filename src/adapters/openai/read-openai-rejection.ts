import { z } from "zod";
import { CallFailure } from "../model-calls/call-failure.ts";
import type { Rejection } from "../model-calls/rejected-call.ts";
import { retryAfterMs } from "../model-calls/retry-after.ts";

/** What an OpenAI-compatible server means by an error: its status, and the code or type where it names one. */
export function readOpenAiRejection({ status, headers, body }: Rejection, now: number): CallFailure {
  const { names, message } = errorIn(body);
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
    case status === 413 ||
      names.some((name) => CONTEXT.test(name)) ||
      (status === 400 && TOO_LONG.test(message)):
      return new CallFailure("rejected", { status, reason: "it is too long for the model" });
    case names.includes("content_filter") || names.includes("content_policy_violation"):
      return new CallFailure("blocked", { status });
    case status === 408 || status >= 500:
      return new CallFailure("overloaded", { status, retryAfterMs: delay });
    default:
      return new CallFailure("rejected", { status });
  }
}

/** What servers call a question with more than the model can take in, by name and in words. */
const CONTEXT = /^(?:context_length_exceeded|exceed_context_size_error)$/;
const TOO_LONG = /context (?:length|size|window|the overflow)|too many tokens|(?:prompt|input) is too long/i;

const errorSchema = z.object({
  code: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
});

const bodySchema = z.object({ error: z.union([z.string(), errorSchema]) });

function errorIn(body: unknown): { names: string[]; message: string } {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return { names: [], message: "" };
  const { error } = parsed.data;
  if (typeof error === "string") return { names: [], message: error };
  const names = [error.code, error.type].filter((name) => typeof name === "string");
  return { names, message: error.message ?? "" };
}
