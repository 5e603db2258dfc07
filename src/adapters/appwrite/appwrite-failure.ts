import { AppError, type ErrorCode } from "../../domain/errors.ts";
import { Refusal } from "../backend-calls/retry.ts";
import { LostConnection } from "../http-calls/lost-connection.ts";

/** Which half of the platform a request is for; it decides the words of a failure. */
export type Area = "database" | "storage";

/** A refusal with Appwrite's name for what is wrong. */
export class AppwriteRefusal extends Refusal {
  /** Empty where the answer was no JSON: a page, or what a proxy says. */
  readonly type: string;
  /** Whether the same request was sent before and nobody knows what became of it. */
  followsLostAttempt = false;

  constructor(status: number, type: string, retryAfter: string | null) {
    super("Appwrite", status, retryAfter);
    this.type = type;
  }
}

/** The refusal behind a failure, undefined where the server never answered. */
export function refusalIn(error: unknown): AppwriteRefusal | undefined {
  return error instanceof AppError && error.cause instanceof AppwriteRefusal ? error.cause : undefined;
}

/** Waits for a removal. Where an attempt was lost, finding nothing the next time means that it was made. */
export async function removed(removing: Promise<void>): Promise<void> {
  try {
    await removing;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.status === 404 && refusal.followsLostAttempt) return;
    throw error;
  }
}

/** What went wrong, in the words of the service. `lateAfterMs` is the time that ran out, where one did. */
export function failureOf(error: unknown, area: Area, lateAfterMs: number | null): AppError {
  if (error instanceof AppError) return error;
  const failed = (message: string, details: string) => failedIn(area, message, { details, cause: error });
  if (error instanceof AppwriteRefusal) return missingOf(error) ?? failed(...refusalWords(error));
  if (lateAfterMs !== null) {
    return failed("did not answer in time", `It was given ${lateAfterMs / 1_000} seconds`);
  }
  if (error instanceof LostConnection) {
    return failed("cannot be reached", "Is Appwrite running where APPWRITE_ENDPOINT points?");
  }
  return failed("gave an answer that makes no sense", "Does APPWRITE_ENDPOINT end in /v1?");
}

/** A failure in one half of the platform. The message goes on after its name. */
export function failedIn(
  area: Area,
  message: string,
  options: { details: string; cause?: unknown },
): AppError {
  const code: ErrorCode = area === "database" ? "database-failed" : "storage-failed";
  const name = area === "database" ? "The database" : "The file storage";
  return new AppError(code, `${name} ${message}`, options);
}

/** There is no session with this id. */
export function sessionNotFound(cause?: AppwriteRefusal): AppError {
  return new AppError("session-not-found", "Session not found", { cause });
}

/** There is no file with this id, or not all of it has arrived. */
export function fileNotFound(cause?: AppwriteRefusal): AppError {
  return new AppError("file-not-found", "File not found", { cause });
}

/** Whether a row was not changed because somebody wrote it after the time that the request named. */
export function isWrittenSince(error: unknown): boolean {
  const { type = "" } = refusalIn(error) ?? {};
  return type === "row_update_conflict" || type === "document_update_conflict";
}

/** Whether a table has other columns than a request names. */
export function isOtherTable(error: unknown): boolean {
  return /^(?:(?:row|document)_invalid_structure|general_query_invalid)$/.test(refusalIn(error)?.type ?? "");
}

/** What the caller asked for is not there, which is no fault of the platform. */
function missingOf(refusal: AppwriteRefusal): AppError | undefined {
  switch (refusal.type) {
    case "row_not_found":
    case "document_not_found":
      return sessionNotFound(refusal);
    case "storage_file_not_found":
      return fileNotFound(refusal);
    default:
      return undefined;
  }
}

function refusalWords({ status, type }: AppwriteRefusal): [message: string, details: string] {
  switch (type) {
    case "project_not_found":
      return ["knows no such project", "Check APPWRITE_PROJECT_ID"];
    case "database_not_found":
    case "table_not_found":
    case "collection_not_found":
    case "storage_bucket_not_found":
      return ["has not been set up", "Run `npm run carrel -- provision` to create what is missing"];
    case "row_invalid_structure":
    case "document_invalid_structure":
    case "general_query_invalid":
      return [
        "has other columns than the service needs",
        "Run `npm run carrel -- provision` to add what is missing",
      ];
    case "row_already_exists":
    case "storage_file_already_exists":
      return ["holds something else under this id", "Nothing was changed"];
    case "storage_invalid_file_size":
      return ["refused the file as too large", "The bucket's maximum file size sets the limit"];
    case "storage_file_type_unsupported":
      return ["refused the type of the file", "The bucket's allowed extensions set the limit"];
    default:
      return statusWords(status);
  }
}

function statusWords(status: number): [message: string, details: string] {
  switch (status) {
    case 401:
    case 403:
      return ["refused the key", "Check APPWRITE_API_KEY and the scopes that it has"];
    case 404:
      return ["has no such interface", "Does APPWRITE_ENDPOINT end in /v1, and is Appwrite 1.8 or later?"];
    case 413:
      return ["refused a request as too large", "Something in front of Appwrite may set the limit"];
    case 416:
      return [
        "does not have this part of the file",
        "Its bytes do not fit its record: upload the file again",
      ];
    case 429:
    case 502:
    case 503:
    case 504:
      return ["is busy", "Try again in a moment"];
    default:
      return ["refused a request", `It answered with status ${status}`];
  }
}
