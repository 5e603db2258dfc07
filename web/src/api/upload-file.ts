import type { IndexJob } from "../../../src/domain/index-job.ts";
import { noteRefusal, signInCount } from "../state/account.ts";
import { noteUnreachable } from "../state/connectivity.ts";
import { toRefusal, UnreachableError } from "./request.ts";

/** How long an upload may stand still before it is given up. */
const STALL_MS = 60_000;

/** What the service says of a file that it has stored, and of its indexing where it has begun that as well. */
interface UploadedFile {
  documentId: string;
  documentName: string;
  job?: IndexJob;
}

/** Uploads a file and tells how many bytes have left; only this old kind of request can say so. */
export function uploadFile(
  { file, name, userId }: { file: File; name: string; userId: string },
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const sentAt = signInCount();
    const abort = () => request.abort();
    const stall = watchStall(abort);
    const finish = (settle: () => void) => {
      stall.stop();
      signal.removeEventListener("abort", abort);
      settle();
    };
    request.upload.onprogress = (event) => {
      stall.restart();
      onProgress(Math.min(event.loaded, file.size));
    };
    request.onload = () =>
      finish(() => {
        if (request.status === 200) resolve(JSON.parse(request.responseText) as UploadedFile);
        else {
          noteRefusal(request.status, sentAt);
          reject(toRefusal(request.status, request.responseText, request.getResponseHeader("Retry-After")));
        }
      });
    request.onerror = () => finish(() => void causeOfLoss(file).then(reject));
    request.onabort = () =>
      finish(() => reject(signal.aborted ? signal.reason : new UnreachableError("The upload stood still")));
    if (signal.aborted) {
      finish(() => reject(signal.reason));
      return;
    }
    signal.addEventListener("abort", abort);
    const form = new FormData();
    form.set("userId", userId);
    // In the same call: a page that is closed after the upload orders nothing any more.
    form.set("index", "true");
    form.set("file", file, name);
    request.open("POST", "/api/documents/upload");
    request.send(form);
  });
}

/** A request ends alike where the service is lost and where the file is: moved, deleted or changed since it was chosen. */
async function causeOfLoss(file: File): Promise<Error> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    return new Error("The file was moved or changed after it was chosen. Add it again.", { cause });
  }
  noteUnreachable();
  return new UnreachableError(null);
}

function watchStall(onStall: () => void) {
  let timer = setTimeout(onStall, STALL_MS);
  return {
    stop: () => clearTimeout(timer),
    restart() {
      clearTimeout(timer);
      timer = setTimeout(onStall, STALL_MS);
    },
  };
}
