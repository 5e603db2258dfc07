import type { Category } from "../../../src/domain/document.ts";
import type { IndexProgress } from "../../../src/domain/index-progress.ts";
import { readEvents } from "./read-events.ts";
import { ServiceError, send, UnreachableError } from "./request.ts";

/** The service's own limit is 300 seconds, after its turn has come. */
const LIMIT_MS = 320_000;

/** What an indexing came to. */
export interface IndexResult {
  documentId: string;
  documentName: string;
  chunks: number;
  category: Category;
}

/** Makes an uploaded file findable and tells how far it is. */
export async function indexDocument(
  request: { documentId: string; userId: string; fileName: string },
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<IndexResult> {
  const response = await send("/api/documents/index", {
    method: "POST",
    body: request,
    accept: "text/event-stream",
    limitMs: LIMIT_MS,
    signal,
  });
  if (response.body === null) throw new UnreachableError("The answer is empty");
  let result: IndexResult | null = null;
  for await (const payload of readEvents(response.body)) {
    if (payload === "[DONE]") continue;
    const event = JSON.parse(payload) as IndexProgress | IndexResult | { error: string };
    if ("error" in event) throw new ServiceError(event.error, { status: 500 });
    if ("stage" in event) onProgress(event);
    else result = event;
  }
  if (result !== null) return result;
  throw new UnreachableError("The stream ended before its answer");
}
