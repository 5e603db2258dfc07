import type { IndexJob } from "../../../src/domain/index-job.ts";
import type { IndexProgress } from "../../../src/domain/index-progress.ts";
import { deleteDocument, type ShownDocument } from "../api/documents.ts";
import { cancelJob, listJobs, orderIndexing } from "../api/jobs.ts";
import { isAbort, ServiceError, sayFailure, UnreachableError } from "../api/request.ts";
import { uploadFile } from "../api/upload-file.ts";
import { announce } from "../kit/announcer.tsx";
import { isLocked } from "../state/account.ts";
import { isReachable } from "../state/connectivity.ts";
import { onReturn } from "../state/keep-fresh.ts";
import { createStore } from "../state/store.ts";
import { currentUserId } from "../state/user.ts";
import { currentText } from "../text/use-text.ts";
import { documentsChanged, forgetDocument } from "./document-store.ts";
import type { NamedFile } from "./files-of-drop.ts";
import { type JobWatch, openJobWatch } from "./watch-jobs.ts";

/** How many files are on their way at once. */
const AT_ONCE = 3;
/** A service that has too much to do is asked again after this, or later where it says so. */
const OVERLOAD_PAUSE_MS = 2_000;

export type UploadState =
  | { step: "queued" }
  | { step: "uploading"; sentBytes: number }
  | { step: "indexing"; progress: IndexProgress }
  | { step: "done"; chunks: number }
  | { step: "failed"; cause: string };

/** A file on its way into the library. */
export interface Upload {
  id: number;
  name: string;
  sizeBytes: number;
  state: UploadState;
  /** Known as soon as the file is stored; a retry then only indexes. */
  documentId: string | null;
  userId: string;
  /** Whether the file came in before this visit: then cancelling leaves it. */
  isFromBefore: boolean;
}

/** All uploads of this visit, and what was unfinished when it began, oldest first. */
export const uploads = createStore<readonly Upload[]>([]);

const files = new Map<number, NamedFile>();
const running = new Map<number, AbortController>();
const interrupted = new Set<number>();
let lastId = 0;
let jobWatch: JobWatch | null = null;

/** Puts files into the queue. */
export function addFiles(added: readonly NamedFile[]): void {
  const userId = currentUserId();
  const fresh = added.map((file): Upload => {
    const id = ++lastId;
    files.set(id, file);
    const { name, file: bytes } = file;
    return { ...newUpload(id, name, userId), sizeBytes: bytes.size, state: { step: "queued" } };
  });
  uploads.update((known) => [...known, ...fresh]);
  if (fresh.length > 0) announce(currentText().upload.added(fresh.length));
  startNext();
}

/** Has documents indexed anew, for instance after another model was connected. */
export function readAgain(documents: readonly ShownDocument[]): void {
  const userId = currentUserId();
  for (const { documentId, documentName } of documents) {
    const known = uploads.get().find((upload) => upload.documentId === documentId);
    if (known !== undefined && known.state.step !== "done" && known.state.step !== "failed") continue;
    if (known !== undefined) remove(known.id);
    const fresh = { ...newUpload(++lastId, documentName, userId), documentId, isFromBefore: true };
    uploads.update((list) => [...list, { ...fresh, state: { step: "queued" } }]);
  }
  startNext();
}

/** Stops an upload that is not finished, takes back what it has done and takes it off the list. */
export function cancelUpload(id: number): void {
  const controller = running.get(id);
  if (controller !== undefined) controller.abort();
  else void takeBack(id);
}

/** Tries a failed upload again, from where it got to. */
export function retryUpload(id: number): void {
  change(id, { state: { step: "queued" } });
  startNext();
}

/** Takes what is finished off the list. */
export function clearFinished(): void {
  for (const { id, state } of uploads.get()) if (state.step === "done") remove(id);
}

/**
 * Follows what the service works on, goes on with what the network or a sign-out interrupted, and warns before files
 * are lost that have not reached the service.
 */
export function watchUploads(): () => void {
  jobWatch = openJobWatch({
    isWanted: () => uploads.get().some(({ state }) => state.step === "indexing"),
    onJobs: noteJobs,
  });
  const stopRecovery = onReturn(() => {
    for (const id of interrupted) change(id, { state: { step: "queued" } });
    interrupted.clear();
    startNext();
  });
  const warn = (event: BeforeUnloadEvent) => {
    const isOnItsWay = ({ state }: Upload) => state.step === "queued" || state.step === "uploading";
    if (uploads.get().some(isOnItsWay)) event.preventDefault();
  };
  window.addEventListener("beforeunload", warn);
  return () => {
    jobWatch?.stop();
    stopRecovery();
    window.removeEventListener("beforeunload", warn);
  };
}

/** Shows how far the service is with what came in, and also what came in before this visit and is not finished. */
function noteJobs(jobs: readonly IndexJob[]): void {
  const userId = currentUserId();
  const known = new Set(uploads.get().map(({ documentId }) => documentId));
  const unknown = jobs.filter(({ documentId, state }) => {
    return (state === "waiting" || state === "running") && !known.has(documentId);
  });
  const adopted = unknown.map((job): Upload => {
    const { documentId, fileName, stage, done, total } = job;
    return {
      ...{ ...newUpload(++lastId, fileName, userId), documentId, isFromBefore: true },
      state: { step: "indexing", progress: { stage, done, total } },
    };
  });
  if (adopted.length > 0) uploads.update((before) => [...before, ...adopted]);
  for (const upload of uploads.get()) {
    if (upload.state.step !== "indexing" || upload.userId !== userId) continue;
    noteJob(
      upload,
      jobs.find(({ documentId }) => documentId === upload.documentId),
    );
  }
}

function noteJob({ id, name }: Upload, job: IndexJob | undefined): void {
  switch (job?.state) {
    case "waiting":
    case "running": {
      const { stage, done, total } = job;
      change(id, { state: { step: "indexing", progress: { stage, done, total } } });
      return;
    }
    case "done":
      change(id, { state: { step: "done", chunks: job.result?.chunks ?? 0 } });
      announce(currentText().upload.ready(name));
      break;
    case "failed":
      fail(id, new Error([job.cause, job.details].filter(Boolean).join(". ")));
      break;
    default:
      // Cancelled, or its document was deleted.
      remove(id);
  }
  void documentsChanged();
}

function newUpload(id: number, name: string, userId: string) {
  return { id, name, sizeBytes: 0, documentId: null, userId, isFromBefore: false };
}

function startNext(): void {
  for (const { id, state } of uploads.get()) {
    if (running.size >= AT_ONCE || !isReachable.get() || isLocked()) return;
    if (state.step === "queued" && !running.has(id)) void run(id);
  }
}

async function run(id: number): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    await bringIn(id, controller.signal);
  } catch (error) {
    const isPassing = isOverload(error) || isSignedOut(error);
    if (isPassing) change(id, { state: { step: "queued" } });
    if (isOverload(error)) await pause(pauseOf(error), controller.signal);
    if (controller.signal.aborted || isAbort(error)) await takeBack(id);
    else if (!isPassing) fail(id, error);
  } finally {
    running.delete(id);
    startNext();
  }
}

/** Brings a file to the service and orders its indexing: from then on the service goes on by itself. */
async function bringIn(id: number, signal: AbortSignal): Promise<void> {
  const upload = find(id);
  if (upload === undefined) return;
  const { userId, name } = upload;
  const stored = upload.documentId === null ? await store(id, userId, signal) : upload;
  if (stored?.documentId == null) return;
  const { documentId } = stored;
  const ordered = "job" in stored ? stored.job : undefined;
  const job = ordered ?? (await orderIndexing({ documentId, userId, fileName: name }, signal));
  const { stage, done, total } = job;
  change(id, { state: { step: "indexing", progress: { stage, done, total } } });
  jobWatch?.look();
  await documentsChanged();
}

async function store(id: number, userId: string, signal: AbortSignal) {
  const named = files.get(id);
  if (named === undefined) return null;
  change(id, { state: { step: "uploading", sentBytes: 0 } });
  const onProgress = (sentBytes: number) => change(id, { state: { step: "uploading", sentBytes } });
  const uploaded = await uploadFile({ ...named, userId }, onProgress, signal);
  change(id, { documentId: uploaded.documentId });
  files.delete(id);
  return uploaded;
}

function isOverload(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.status === 429 || error.status === 503);
}

function pauseOf({ retryAfterMs }: ServiceError): number {
  return Math.max(OVERLOAD_PAUSE_MS, retryAfterMs ?? 0);
}

/** Refused because nobody is signed in any more: it goes on when the user is back. */
function isSignedOut(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 401;
}

/** Waits, but no longer than until somebody cancels. */
function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

async function takeBack(id: number): Promise<void> {
  const upload = find(id);
  if (upload === undefined) return;
  const { documentId, name, state, isFromBefore } = upload;
  remove(id);
  if (state.step !== "failed") announce(currentText().upload.cancelled(name));
  if (documentId === null) return;
  if (!isFromBefore) forgetDocument(documentId);
  try {
    if (isFromBefore) await cancelJobOf(documentId, upload.userId);
    else await deleteDocument(documentId, "both");
    // It may have been indexed, and listed, just before.
    await documentsChanged();
  } catch (error) {
    // The file stays behind; the list shows it, so that this is worth a log line, not a message.
    reportError(error);
  }
}

async function cancelJobOf(documentId: string, userId: string): Promise<void> {
  const job = (await listJobs(userId)).find((one) => one.documentId === documentId);
  if (job !== undefined) await cancelJob(job.jobId);
}

function fail(id: number, error: unknown): void {
  if (error instanceof UnreachableError) interrupted.add(id);
  change(id, { state: { step: "failed", cause: sayFailure(error) } });
  announce(currentText().upload.failed(find(id)?.name ?? "", sayFailure(error)));
}

function find(id: number): Upload | undefined {
  return uploads.get().find((upload) => upload.id === id);
}

function change(id: number, changes: Partial<Upload>): void {
  uploads.update((known) => known.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
}

function remove(id: number): void {
  files.delete(id);
  interrupted.delete(id);
  uploads.update((known) => known.filter((upload) => upload.id !== id));
}
