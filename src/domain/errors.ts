/** Every failure that the service expects. Anything else that is thrown is a bug. */
export type ErrorCode =
  | "invalid-input"
  | "body-too-large"
  | "no-text"
  | "too-many-chunks"
  | "vision-not-configured"
  | "file-not-found"
  | "session-not-found"
  | "job-not-found"
  | "storage-failed"
  | "disk-full"
  | "database-failed"
  | "vector-store-failed"
  | "embedding-failed"
  | "embedder-changed"
  | "embedder-unfit"
  | "extraction-failed"
  | "model-failed"
  | "timed-out"
  | "cancelled"
  | "busy"
  | "too-slow"
  | "internal"
  | "unauthenticated"
  | "forbidden"
  | "name-taken"
  | "rate-limited"
  | "quota-exceeded"
  | "sign-in-unavailable"
  | "cross-site"
  | "foreign-host"
  | "not-found"
  | "method-not-allowed";

/** A failure with a name. `message` says what is wrong, `details` what would be right; both are shown to callers. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: string | undefined;
  /** After how long the same may succeed, where somebody asked to be left alone for so long. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryAfterMs = options.retryAfterMs;
  }
}

interface AppErrorOptions {
  details?: string;
  retryAfterMs?: number;
  cause?: unknown;
}
