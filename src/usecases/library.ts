import type { Admission } from "../flow/admission.ts";
import type { KeyLocks } from "../flow/key-locks.ts";
import type { ChatModel } from "../ports/chat-model.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { JobStore } from "../ports/job-store.ts";
import type { KeptWork } from "../ports/kept-work.ts";
import type { SessionStore } from "../ports/session-store.ts";
import type { TextExtractor } from "../ports/text-extractor.ts";
import type { TitleModel } from "../ports/title-model.ts";
import type { VectorStore } from "../ports/vector-store.ts";
import type { VisionModel } from "../ports/vision-model.ts";
import type { WholeDocuments } from "../ports/whole-documents.ts";
import type { Wiping } from "../ports/wiping.ts";
import type { WordsFilling } from "./fill-words.ts";

/** Everything that the use cases work with: one adapter for each port, and what keeps their work apart. */
export interface Library {
  sessions: SessionStore;
  /** The work of indexing, and what the unfinished part of it has done. */
  jobs: JobStore;
  keptWork: KeptWork;
  files: FileStore;
  vectors: VectorStore;
  wholeDocuments: WholeDocuments;
  wiping: Wiping;
  embedder: Embedder;
  chatModel: ChatModel;
  /** The same where it is a model that writes; null where answers are quotations. */
  writer: ChatModel | null;
  titleModel: TitleModel;
  visionModel: VisionModel;
  extractor: TextExtractor;
  /** How many look for passages at once. */
  retrieving: Admission;
  locks: KeyLocks;
  backends: readonly AnyBackend[];
  /** Where the words of a library stand that an earlier version has stored. */
  filling: WordsFilling;
  now(): Date;
  newId(): string;
}

/** What serves one port, and whether it can be reached. */
export interface Backend {
  port: "sessions" | "files" | "vectors" | "embedder" | "chat" | "titles" | "vision" | "extractor";
  name: string;
  /** Resolves when the backend works, rejects with the cause when it does not. */
  check(signal: AbortSignal): Promise<void>;
}

/** One that several machines serve. */
export interface ClusteredBackend extends Backend {
  /** Which of them answer. */
  nodes(signal: AbortSignal): Promise<BackendNode[]>;
}

interface BackendNode {
  name: string;
  isReady: boolean;
}

export type AnyBackend = Backend | ClusteredBackend;
