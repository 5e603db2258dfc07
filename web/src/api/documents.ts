import type { Category, ListedDocument } from "../../../src/domain/document.ts";
import type { ListedChunk, Recommendation } from "../../../src/domain/passage.ts";
import { send, sendForJson } from "./request.ts";

/** How long a file's bytes may take to arrive. */
const FILE_LIMIT_MS = 120_000;

/** What a deletion takes away. */
export type DeletionScope = "both" | "vectors" | "file";

/** A document as the page shows it: until it is indexed something stands in for what nobody knows yet. */
export interface ShownDocument extends ListedDocument {
  category: Category;
  /** When it was indexed, or else stored. */
  indexedAt: string;
}

/** The user's documents. */
export async function listDocuments(userId: string, signal?: AbortSignal): Promise<ShownDocument[]> {
  const { documents } = await sendForJson<{ documents: ListedDocument[] }>("/api/documents", {
    query: { userId },
    ...(signal === undefined ? {} : { signal }),
  });
  return documents.map((document) => ({
    ...document,
    category: document.category ?? "General",
    indexedAt: document.indexedAt ?? document.storedAt ?? "",
  }));
}

/** Gives a document another name and returns it as it was stored. */
export async function renameDocument(documentId: string, newName: string): Promise<string> {
  const answer = await sendForJson<{ newName: string }>("/api/documents/rename", {
    method: "POST",
    body: { documentId, newName },
  });
  return answer.newName;
}

/** Deletes a document, or only one half of it. With `keepalive` the request outlives the page. */
export async function deleteDocument(
  documentId: string,
  scope: DeletionScope,
  { keepalive = false }: { keepalive?: boolean } = {},
): Promise<void> {
  switch (scope) {
    case "both":
      await send("/api/documents", { method: "DELETE", query: { documentId }, keepalive });
      return;
    case "vectors":
      await send("/api/documents/delete", { method: "POST", body: { documentId }, keepalive });
      return;
    case "file":
      await send("/api/documents/file", { method: "DELETE", query: { fileId: documentId }, keepalive });
  }
}

/** Documents that resemble a document, best first. */
export async function recommendDocuments(
  documentId: string,
  userId: string,
  signal: AbortSignal,
): Promise<Recommendation[]> {
  const answer = await sendForJson<{ recommendations: Recommendation[] }>("/api/documents/recommendations", {
    query: { documentId, userId, limit: 6 },
    signal,
  });
  return answer.recommendations;
}

/** A stretch of a document's chunks, and how many there are. */
export function readChunks(
  { documentId, userId, from, limit }: { documentId: string; userId: string; from: number; limit: number },
  signal: AbortSignal,
): Promise<{ chunks: ListedChunk[]; total: number }> {
  return sendForJson("/api/documents/chunks", { query: { documentId, userId, from, limit }, signal });
}

/** The address of a file's bytes. */
export function fileUrl(documentId: string): string {
  return `/api/documents/file?fileId=${encodeURIComponent(documentId)}`;
}

/** A file's text, up to a number of bytes; `isCut` where there is more. */
export async function readText(
  documentId: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<{ text: string; isCut: boolean }> {
  const response = await send("/api/documents/content", {
    query: { fileId: documentId },
    signal,
    limitMs: FILE_LIMIT_MS,
  });
  if (response.body === null) return { text: "", isCut: false };
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), isCut: false };
      bytes += value.length;
      text += decoder.decode(value, { stream: true });
      if (bytes >= mostBytes) return { text, isCut: true };
    }
  } finally {
    await reader.cancel();
  }
}
