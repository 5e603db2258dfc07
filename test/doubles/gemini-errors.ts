import type { ServerResponse } from "node:http";
import { sendJson } from "./http-double.ts";
import type { ModelFailure } from "./model-failures.ts";

/** An error as the Gemini API writes it. */
export interface VendorError {
  code: number;
  status: string;
  message: string;
  details?: unknown[];
  headers?: Record<string, string>;
}

/** Answers with the error. */
export function sendError(response: ServerResponse, { headers, ...error }: VendorError): void {
  sendJson(response, error.code, { error }, headers);
}

export const INVALID: VendorError = {
  code: 400,
  status: "INVALID_ARGUMENT",
  message: "Invalid JSON payload received.",
};
export const BAD_KEY: VendorError = {
  code: 400,
  status: "INVALID_ARGUMENT",
  message: "API key not valid. Please pass a valid API key.",
  details: [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
    },
  ],
};

export function unknownModel(model: string): VendorError {
  return { code: 404, status: "NOT_FOUND", message: `models/${model} is not found for API version v1beta` };
}

/** The error for a failure; undefined where it belongs into an answer. */
export function errorFor(failure: ModelFailure): VendorError | undefined {
  switch (failure.kind) {
    case "bad-key":
      return BAD_KEY;
    case "forbidden":
      return { code: 403, status: "PERMISSION_DENIED", message: "The caller does not have permission" };
    case "unknown-model":
      return unknownModel("that-model");
    case "bad-request":
      return INVALID;
    case "rate-limited":
      return quotaError("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", failure.retrySeconds);
    case "daily-quota":
      return quotaError("GenerateRequestsPerDayPerProjectPerModel-FreeTier", 40);
    case "internal":
      return { code: 500, status: "INTERNAL", message: "An internal error has occurred." };
    case "overloaded": {
      const headers = failure.retryAfter === undefined ? {} : { "retry-after": failure.retryAfter };
      return { code: 503, status: "UNAVAILABLE", message: "The model is overloaded.", headers };
    }
    default:
      return undefined;
  }
}

function quotaError(quotaId: string, retrySeconds?: number): VendorError {
  const retryInfo = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retrySeconds}s` };
  return {
    code: 429,
    status: "RESOURCE_EXHAUSTED",
    message: "You exceeded your current quota.",
    details: [
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [{ quotaMetric: "generativelanguage.googleapis.com/requests", quotaId }],
      },
      ...(retrySeconds === undefined ? [] : [retryInfo]),
    ],
  };
}
