import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError, type ErrorCode } from "../domain/errors.ts";

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
  "vision-not-configured": 400,
  "cross-site": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "body-too-large": 413,
  overloaded: 429,
  "file-not-found": 500,
  "session-not-found": 500,
  "storage-failed": 500,
  "database-failed": 500,
  "vector-store-failed": 500,
  "embedding-failed": 500,
  "embedder-changed": 500,
  "extraction-failed": 500,
  "model-failed": 500,
  "timed-out": 500,
  cancelled: 500,
  internal: 500,
};

/** Answers every failure with `{ error, details? }` and logs those that nobody expected. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = asAppError(error);
    if (failure.code !== "cancelled" && STATUS[failure.code] >= 500) logFailure(request, error);
    return sendFailure(reply, failure);
  });
  const methods = collectMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const allowed = methods.get(path);
    if (allowed === undefined) {
      return sendFailure(
        reply,
        new AppError("not-found", "Not found", { details: "GET /openapi.json lists every path" }),
      );
    }
    reply.header("Allow", [...allowed].join(", "));
    return sendFailure(
      reply,
      new AppError("method-not-allowed", `${request.method} is not allowed here`, {
        details: `${path} takes ${[...allowed].join(", ")}`,
      }),
    );
  });
}

/** The failure behind anything that was thrown: expected ones as they are, others without their secrets. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && hasZodFastifySchemaValidationErrors(error))
    return invalidInput(error.validation);
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
  return new AppError("internal", "Something went wrong inside the service", {
    details: "The service's log says what",
    cause: error,
  });
}

/** Logs a failure with all its causes. */
export function logFailure(request: FastifyRequest, error: unknown): void {
  request.log.error({ err: error, path: pathOf(request) }, "request failed");
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && "statusCode" in error && "code" in error;
}

function explanationOf(code: string): string {
  switch (code) {
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
      return "The body is empty; send JSON";
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return "Send JSON with the header Content-Type: application/json";
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return "The Content-Length does not fit the body";
    default:
      return "The body is not valid JSON";
  }
}

interface ValidationIssue {
  instancePath: string;
  message?: string | undefined;
  params: { issue?: { code?: string; input?: unknown } } | Record<string, unknown>;
}

function invalidInput(issues: readonly ValidationIssue[]): AppError {
  const sentences = issues.map(sentenceOf);
  const [first = "The request does not fit"] = sentences;
  return new AppError(
    "invalid-input",
    first,
    sentences.length > 1 ? { details: sentences.slice(1).join("; ") } : {},
  );
}

function sentenceOf({ instancePath, message = "does not fit" }: ValidationIssue): string {
  const field = instancePath.replace(/^\//, "").replaceAll("/", ".");
  if (field === "") return "The body must be a JSON object";
  if (/received undefined$/.test(message)) return `${field} is missing`;
  return `${field} ${message.replace(/^Invalid input: expected/, "must be").replace(/, received/, ", not")}`;
}

function sendFailure(reply: FastifyReply, failure: AppError): FastifyReply {
  const { message, details } = failure;
  return reply
    .code(STATUS[failure.code])
    .header("Content-Type", "application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(details === undefined ? { error: message } : { error: message, details });
}

function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", (route) => {
    const known = methods.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });
  return methods;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? request.url;
}
