import { type Document, documentTypeOf, type ListedDocument, type StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import { isUnfinished, type JobRecord } from "../domain/index-job.ts";
import type { Library } from "./library.ts";

/** How many jobs are looked at: unfinished ones come first. */
const MOST_JOBS = 10_000;

/** All documents of a user, the latest first: those that are indexed, and every file that is not or not yet. */
export async function listDocuments(
  library: Pick<Library, "files" | "vectors" | "jobs">,
  userId: string,
  signal: AbortSignal,
): Promise<ListedDocument[]> {
  // In this order: a job that has ended by then has its document in the list that is read last.
  const jobs = await library.jobs.list(userId, MOST_JOBS, signal);
  const files = new Map<string, StoredFile>();
  for await (const file of library.files.ofUser(userId, signal)) files.set(file.fileId, file);
  for (const { documentId, state } of jobs) {
    if (state === "done" || files.has(documentId)) continue;
    const file = await fileOrNull(library, documentId, signal);
    if (file !== null) files.set(documentId, file);
  }
  const indexed = await library.vectors.listDocuments(userId, signal);
  const jobOf = new Map(jobs.map((job) => [job.documentId, job]));
  const known = new Set(indexed.map(({ documentId }) => documentId));
  const unindexed = [...files.values()].filter(({ fileId }) => !known.has(fileId));
  const documents = [
    ...unindexed.map((file) => describe(undiscovered(file), file, jobOf.get(file.fileId))),
    ...indexed.map((document) =>
      describe(document, files.get(document.documentId), jobOf.get(document.documentId)),
    ),
  ];
  return documents.sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
}

/** The file of a job whose owner the file storage does not know. */
async function fileOrNull(
  { files }: Pick<Library, "files">,
  fileId: string,
  signal: AbortSignal,
): Promise<StoredFile | null> {
  try {
    const file = await files.find(fileId, signal);
    return file.userId === "" ? file : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "file-not-found") return null;
    throw error;
  }
}

type Described = Omit<Document, "category" | "indexedAt"> & Pick<ListedDocument, "category" | "indexedAt">;

/** What is known of a file that nobody has read. */
function undiscovered({ fileId, name, sizeBytes }: StoredFile): Described {
  return {
    ...{ documentId: fileId, documentName: name, documentType: documentTypeOf(name) },
    ...{ category: null, chunks: 0, pages: null, size: sizeBytes, indexedAt: null },
  };
}

function describe(
  document: Described,
  file: StoredFile | undefined,
  job: JobRecord | undefined,
): ListedDocument {
  const isUnderWay = job !== undefined && isUnfinished(job);
  const hasFailed = job?.state === "failed";
  return {
    ...document,
    storedAt: file?.createdAt ?? null,
    state: stateOf(document, job),
    cause: hasFailed ? [job.cause, job.details].filter(Boolean).join(". ") : null,
    job: isUnderWay ? { jobId: job.jobId, stage: job.stage, done: job.done, total: job.total } : null,
  };
}

/** A document that can be found is `indexed` also where indexing it again failed. */
function stateOf({ indexedAt }: Described, job: JobRecord | undefined): ListedDocument["state"] {
  if (job?.state === "waiting") return "waiting";
  if (job?.state === "running") return "reading";
  if (indexedAt !== null) return "indexed";
  return job?.state === "failed" ? "failed" : "stored";
}

function timeOf({ indexedAt, storedAt }: ListedDocument): string {
  return indexedAt ?? storedAt ?? "";
}
