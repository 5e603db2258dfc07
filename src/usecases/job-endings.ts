import { AppError } from "../domain/errors.ts";
import type { JobRecord } from "../domain/index-job.ts";

/** Why the job of a document ends that was deleted. */
export const DOCUMENT_DELETED = "The document was deleted";

/** The job with its failure. Of one that nobody expected it says nothing but that. */
export function asFailed(job: JobRecord, error: unknown, at: string): JobRecord {
  const failure =
    error instanceof AppError
      ? error
      : new AppError("internal", "Something went wrong inside the service", {
          details: "The service's log says what",
        });
  return { ...ended(job, failure, at), state: "failed", failureCode: failure.code };
}

/** The job, ended by somebody. */
export function asCancelled(job: JobRecord, reason: AppError, at: string): JobRecord {
  return { ...ended(job, reason, at), state: "cancelled", failureCode: reason.code };
}

function ended(job: JobRecord, { message, details }: AppError, at: string): JobRecord {
  return { ...job, cause: message, details: details ?? null, result: null, holder: null, updatedAt: at };
}

/** What a caller is told of a job that did not end well. */
export function failureIn({ cause, details, failureCode }: JobRecord): AppError {
  if (cause === DOCUMENT_DELETED) return new AppError("file-not-found", "File not found");
  return new AppError(failureCode ?? "internal", cause ?? "The indexing failed", {
    ...(details === null ? {} : { details }),
  });
}
