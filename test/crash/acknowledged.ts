/** One line of the child: something that was stored, said after the store had confirmed it. */
export type Acknowledged =
  | { kind: "file"; fileId: string; sha256: string }
  | { kind: "session"; sessionId: string; edits: number }
  | { kind: "document"; documentId: string; version: number }
  | { kind: "account"; userId: string; hash: string; state: "there" | "leaving" | "gone" }
  | { kind: "whole"; documentId: string; name: string | null };

/** Whose everything in this test is. */
export const USER = "crash-test-user";

/** The documents that are replaced again and again. */
export const DOCUMENTS: readonly string[] = ["document-a", "document-b", "document-c"];

/** How many chunks a version of a document has: so that a mixture of two is noticed. */
export function chunksOf(version: number): number {
  return 20 + (version % 50);
}
