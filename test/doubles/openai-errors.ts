import type { ServerResponse } from "node:http";
import { sendJson } from "./http-double.ts";
import type { ModelFailure } from "./model-failures.ts";

/** An error as OpenAI's API writes it. */
export interface VendorError {
  status: number;
  message: string;
  type: string;
  code: string | null;
  headers?: Record<string, string>;
}

/** Answers with the error. */
export function sendError(response: ServerResponse, { status, headers, ...error }: VendorError): void {
  sendJson(response, status, { error: { ...error, param: null } }, headers);
}

export const INVALID: VendorError = {
  status: 400,
  message: "We could not parse the body of your request.",
  type: "invalid_request_error",
  code: null,
};
export const BAD_KEY: VendorError = {
  status: 401,
  message: "Incorrect API key provided.",
  type: "invalid_request_error",
  code: "invalid_api_key",
};

export function unknownModel(model: string): VendorError {
  return {
    status: 404,
    message: `The model '${model}' does not exist`,
    type: "invalid_request_error",
    code: "model_not_found",
  };
}

export function unknownPath(path: string): VendorError {
  return { status: 404, message: `Invalid URL (${path})`, type: "invalid_request_error", code: null };
}

/** The error for a failure; undefined where it belongs into an answer. */
export function errorFor(failure: ModelFailure): VendorError | undefined {
  switch (failure.kind) {
    case "bad-key":
      return BAD_KEY;
    case "forbidden":
      return { status: 403, message: "Country not supported", type: "request_forbidden", code: null };
    case "unknown-model":
      return unknownModel("that-model");
    case "bad-request":
      return INVALID;
    case "rate-limited": {
      const headers = failure.retrySeconds === undefined ? {} : { "retry-after": `${failure.retrySeconds}` };
      return {
        status: 429,
        message: "Rate limit reached",
        type: "requests",
        code: "rate_limit_exceeded",
        headers,
      };
    }
    case "daily-quota":
      return {
        status: 429,
        message: "You exceeded your current quota, please check your plan and billing details.",
        type: "insufficient_quota",
        code: "insufficient_quota",
      };
    case "internal":
      return { status: 500, message: "The server had an error", type: "server_error", code: null };
    case "overloaded": {
      const headers = failure.retryAfter === undefined ? {} : { "retry-after": failure.retryAfter };
      return { status: 503, message: "Loading model", type: "unavailable_error", code: null, headers };
    }
    case "prompt-blocked":
      return {
        status: 400,
        message: "The response was filtered",
        type: "invalid_request_error",
        code: "content_filter",
      };
    default:
      return undefined;
  }
}
