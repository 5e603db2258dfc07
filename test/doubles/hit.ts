import type { Hit } from "../../src/domain/passage.ts";

/** A passage that was found, with this text. */
export function hitOf(chunkText: string, fields: Partial<Hit> = {}): Hit {
  return {
    id: "8d2f8f0a-0000-8000-8000-000000000000",
    score: 0.7,
    documentId: "doc",
    chunkText,
    documentName: "a.txt",
    documentType: "TXT",
    category: "General",
    chunkIndex: 0,
    pageNumber: null,
    section: null,
    ...fields,
  };
}
