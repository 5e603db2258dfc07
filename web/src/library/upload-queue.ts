import type { IndexProgress } from "../../../src/domain/index-progress.ts";
import { deleteDocument } from "../api/documents.ts";
import { indexDocument } from "../api/index-document.ts";
import { isAbort, ServiceError, sayFailure, UnreachableError } from "../api/request.ts";
import { uploadFile } from "../api/upload-file.ts";
import { announce } from "../shell/announcer.tsx";
import { isReachable, onRecovery } from "../shell/connectivity.ts";
import { createStore } from "../shell/store.ts";
import { currentUserId } from "../shell/user.ts";
import { currentText } from "../text/use-text.ts";
import { documentsChanged } from "./document-store.ts";
import type { NamedFile } from "./files-of-drop.ts";

/** How many files are on their way at once. */
const AT_ONCE = 3;
/** A service that has too much to do is asked again after this. */
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
}

/** All uploads of this visit, oldest first. */
export const uploads = createStore<readonly Upload[]>([]);

const files = new Map<number, { file: NamedFile; userId: string }>();
const running = new Map<number, AbortController>();
const interrupted = new Set<number>();
let lastId = 0;

/** Puts files into the queue. */
export function addFiles(added: readonly NamedFile[]): void {
  const userId = currentUserId();
  const fresh = added.map((file): Upload => {
    const id = ++lastId;
    files.set(id, { file, userId });
    return { id, name: file.name, sizeBytes: file.file.size, state: { step: "queued" }, documentId: null };
  });
  uploads.update((known) => [...known, ...fresh]);
  if (fresh.length > 0) announce(currentText().upload.added(fresh.length));
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

/** Goes on with what the network interrupted, when it is back. */
export function watchUploads(): () => void {
  return onRecovery(() => {
    for (const id of interrupted) change(id, { state: { step: "queued" } });
    interrupted.clear();
    startNext();
  });
}

function startNext(): void {
  for (const { id, state } of uploads.get()) {
    if (running.size >= AT_ONCE || !isReachable.get()) return;
    if (state.step === "queued" && !running.has(id)) void run(id);
  }
}

async function run(id: number): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    await bringIn(id, controller.signal);
  } catch (error) {
    if (isOverload(error)) await pause(OVERLOAD_PAUSE_MS, controller.signal);
    if (controller.signal.aborted || isAbort(error)) await takeBack(id);
    else if (isOverload(error)) change(id, { state: { step: "queued" } });
    else fail(id, error);
  } finally {
    running.delete(id);
    startNext();
  }
}

async function bringIn(id: number, signal: AbortSignal): Promise<void> {
  const entry = files.get(id);
  if (entry === undefined) return;
  const { file, userId } = entry;
  let documentId = find(id)?.documentId ?? null;
  if (documentId === null) {
    change(id, { state: { step: "uploading", sentBytes: 0 } });
    const onProgress = (sentBytes: number) => change(id, { state: { step: "uploading", sentBytes } });
    const stored = await uploadFile({ file: file.file, name: file.name, userId }, onProgress, signal);
    documentId = stored.documentId;
    change(id, { documentId });
  }
  change(id, { state: { step: "indexing", progress: { stage: "waiting", done: 0, total: 1 } } });
  const { chunks } = await indexDocument(
    { documentId, userId, fileName: file.name },
    (progress) => change(id, { state: { step: "indexing", progress } }),
    signal,
  );
  change(id, { state: { step: "done", chunks } });
  files.delete(id);
  announce(currentText().upload.ready(file.name));
  await documentsChanged();
}

function isOverload(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 429;
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
  const { documentId, name, state } = upload;
  remove(id);
  if (state.step !== "failed") announce(currentText().upload.cancelled(name));
  if (documentId === null) return;
  try {
    await deleteDocument(documentId, "both");
    // It may have been indexed, and listed, just before.
    await documentsChanged();
  } catch (error) {
    // The file stays behind unindexed; it is in nobody's list, and that is worth a log line, not a message.
    reportError(error);
  }
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
