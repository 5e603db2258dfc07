import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { z } from "zod";
import { diskFull, isDiskFull } from "../domain/disk-full.ts";
import { AppError, type ErrorCode } from "../domain/errors.ts";
import { pathOf } from "./known-paths.ts";

/** The body of every error answer. */
export const errorSchema = z
  .object({
    error: z.string().describe("What is wrong."),
    details: z.string().optional().describe("What would be right, where it helps."),
  })
  .meta({ id: "Error" });

/** The status of every expected failure. What the interface does not name otherwise is a 500. */
const STATUS: Record<ErrorCode, number> = {
  "invalid-input": 400,
  "no-text": 400,
  "too-many-chunks": 400,
  "vision-not-configured": 400,
  unauthenticated: 401,
  forbidden: 403,
  "cross-site": 403,
  "foreign-host": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "too-slow": 408,
  "name-taken": 409,
  "body-too-large": 413,
  "quota-exceeded": 413,
  "rate-limited": 429,
  busy: 503,
  "sign-in-unavailable": 503,
  "file-not-found": 500,
  "session-not-found": 500,
  "job-not-found": 500,
  "storage-failed": 500,
  "disk-full": 500,
  "database-failed": 500,
  "vector-store-failed": 500,
  "embedding-failed": 500,
  "embedder-changed": 500,
  "embedder-unfit": 500,
  "extraction-failed": 500,
  "model-failed": 500,
  "timed-out": 500,
  cancelled: 500,
  internal: 500,
};

/** Failures that say nothing about the service: an id that names nothing, a client that left, one of too many. */
const CALLERS_OWN: ReadonlySet<ErrorCode> = new Set([
  "cancelled",
  "file-not-found",
  "session-not-found",
  "job-not-found",
  "busy",
]);

/** Answers every failure with `{ error, details? }`. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendFailure(reply, reportFailure(request, error)),
  );
}

/**
 * What to tell a caller of anything that was thrown. What is the service's own fault, or a backend's, is logged here
 * with all its causes, and nowhere else, however the request is answered.
 */
export function reportFailure(request: FastifyRequest, error: unknown): AppError {
  const failure = asAppError(error);
  if (statusOf(failure) >= 500 && !CALLERS_OWN.has(failure.code)) {
    request.log.error({ err: error, path: pathOf(request.url) }, "request failed");
  }
  return failure;
}

/** The failure behind anything that was thrown: expected ones as they are, others without their secrets. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && hasZodFastifySchemaValidationErrors(error))
    return invalidInput(error.validation);
  if (isFastifyError(error) && /^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(error.code)) {
    return new AppError("invalid-input", "The form has more parts than there is use for", {
      details: "Send one file a call, with the fields userId and file",
    });
  }
  if (isFastifyError(error) && error.statusCode === 413) {
    return error.code === "FST_REQ_FILE_TOO_LARGE"
      ? new AppError("body-too-large", "The file is too large", { details: "MAX_UPLOAD_MB sets the limit" })
      : new AppError("body-too-large", "The request is too large", {
          details: "JSON may have 4 MB; send files to POST /api/documents/upload",
        });
  }
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    return new AppError("invalid-input", "The request could not be read", {
      details: explanationOf(error.code),
    });
  }
  if (isDiskFull(error)) return diskFull(error);
  return new AppError("internal", "Something went wrong inside the service", {
    details: "The service's log says what",
    cause: error,
  });
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && "statusCode" in error && "code" in error;
}

function explanationOf(code: string): string {
  switch (code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return "Send JSON with the header Content-Type: application/json";
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return "The Content-Length does not fit the body";
    case "FST_ERR_BAD_URL":
      return "The address holds a % that stands for nothing";
    case "FST_ERR_MAX_PARAM_LENGTH":
      return "A part of the address is too long";
    case "FST_PROTO_VIOLATION":
      return "A field of the form has a name that every object has, like constructor";
    case "FST_INVALID_JSON_FIELD_ERROR":
      return "A field of the form is not the JSON that its type promises";
    default:
      return "GET /openapi.json describes what every path takes";
  }
}

interface ValidationIssue {
  instancePath: string;
  message?: string | undefined;
  params: { issue?: { code?: string; input?: unknown } } | Record<string, unknown>;
}

/** How many faults a refusal names. */
const NAMED_FAULTS = 10;

/** The refusal of what does not fit its schema. */
export function invalidInput(issues: readonly ValidationIssue[]): AppError {
  const sentences = issues.slice(0, NAMED_FAULTS).map(sentenceOf);
  const [first = "The request does not fit"] = sentences;
  return new AppError(
    "invalid-input",
    first,
    sentences.length > 1 ? { details: sentences.slice(1).join("; ") } : {},
  );
}

/** The validator's sentences in the words of the interface. */
const WORDINGS: readonly [RegExp, string][] = [
  [/^Too small: expected string to have >=(\d+) characters$/, "must have at least $1 characters"],
  [/^Too big: expected string to have <=(\d+) characters$/, "must have at most $1 characters"],
  [/^Too small: expected array to have >=(\d+) items$/, "must have at least $1 items"],
  [/^Too big: expected array to have <=(\d+) items$/, "must have at most $1 items"],
  [/^Too small: expected (?:number|int) to be >=(.+)$/, "must be at least $1"],
  [/^Too big: expected (?:number|int) to be <=(.+)$/, "must be at most $1"],
  [/^Invalid input: expected int, received number$/, "must be a whole number"],
  [/^Invalid input: expected number, received NaN$/, "must be a number"],
  [/^Invalid option: expected one of (.+)$/, "must be one of $1"],
];

function sentenceOf({ instancePath, message = "does not fit" }: ValidationIssue): string {
  const field = instancePath.replace(/^\//, "").replaceAll("/", ".");
  if (field === "") return "The body must be a JSON object";
  if (/received undefined$/.test(message)) return `${field} is missing`;
  for (const [pattern, wording] of WORDINGS) {
    if (pattern.test(message)) return `${field} ${message.replace(pattern, wording)}`;
  }
  return `${field} ${message.replace(/^Invalid input: expected/, "must be").replace(/, received/, ", not")}`;
}

/** Answers with a failure. */
export function sendFailure(reply: FastifyReply, failure: AppError): FastifyReply {
  return reply
    .headers(headersOf(failure))
    .code(statusOf(failure, reply.server.isGuarded))
    .header("Content-Type", JSON_TYPE)
    .serializer(JSON.stringify)
    .send(bodyOf(failure));
}

/** The headers that belong to the answer to a failure. */
function headersOf({ code, retryAfterMs }: AppError): Record<string, string> {
  // Who was too slow may still be sending what nobody reads any more.
  if (code === "too-slow") return { Connection: "close" };
  if (code === "unauthenticated") return { "WWW-Authenticate": 'Bearer realm="Carrel"' };
  const isForLater = code === "busy" || code === "rate-limited";
  return isForLater ? { "Retry-After": String(Math.ceil((retryAfterMs ?? 1_000) / 1_000)) } : {};
}

/** The type of every error answer. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** What is not there, or not the caller's. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set(["file-not-found", "session-not-found", "job-not-found"]);

/** The status of the answer to a failure. Where callers are told apart, they are also told that something is not theirs. */
export function statusOf(failure: AppError, isGuarded = false): number {
  return isGuarded && UNKNOWN.has(failure.code) ? 404 : STATUS[failure.code];
}

/** The body of the answer to a failure. */
export function bodyOf({ message, details }: AppError): z.output<typeof errorSchema> {
  return details === undefined ? { error: message } : { error: message, details };
}
