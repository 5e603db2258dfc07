import { buildPrompt, type RelevantMessage } from "../domain/build-prompt.ts";
import type { ChatEvent, Source } from "../domain/chat-event.ts";
import { latestQuestion } from "../domain/message.ts";
import type { Hit } from "../domain/passage.ts";
import { rerank } from "../domain/rerank.ts";
import { inTurns } from "../flow/in-turns.ts";
import { expectOwnDocuments } from "./expect-own-documents.ts";
import type { Library } from "./library.ts";

/** How many passages an answer is given from. */
const PASSAGES = 5;
/** How many are weighed against each other to find them. */
const CANDIDATES = 50;
/** The least similarity that makes a passage relevant. */
const RELEVANT_SCORE = 0.4;

interface Question {
  messages: readonly RelevantMessage[];
  /** Whose documents are looked into; nobody's where undefined. */
  userId: string | undefined;
  /** Whose the named documents have to be, null for anybody. */
  owner: string | null;
  useRetrieval: boolean;
  /** Only these documents; all where empty. */
  documentIds: readonly string[];
}

/**
 * Answers the latest message of a conversation from the user's documents, as a stream. It begins when its turn to look
 * for passages has come; where that would be too late, it is refused with `busy`.
 */
export async function answerQuestion(
  library: Pick<Library, "embedder" | "vectors" | "files" | "chatModel" | "retrieving">,
  question: Question,
  signal: AbortSignal,
): Promise<AsyncGenerator<ChatEvent>> {
  await expectOwnDocuments(library, question, signal);
  const isLookedFor = question.useRetrieval && question.userId !== undefined;
  const place = isLookedFor ? await library.retrieving.enter(signal) : null;
  return answer(library, { question, leave: () => place?.leave() }, signal);
}

async function* answer(
  library: Pick<Library, "embedder" | "vectors" | "chatModel">,
  { question, leave }: { question: Question; leave(): void },
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const passages = await retrieve(library, question, signal).finally(leave);
  if (passages.length > 0) yield { sources: passages.map(toSource) };
  const prompt = buildPrompt({ messages: question.messages, passages });
  for await (const chunk of library.chatModel.answer(prompt, signal)) yield { chunk };
}

async function retrieve(
  library: Pick<Library, "embedder" | "vectors">,
  { messages, userId, useRetrieval, documentIds }: Question,
  signal: AbortSignal,
): Promise<Hit[]> {
  const question = latestQuestion(messages);
  if (!useRetrieval || userId === undefined || !question) return [];
  const vector = await library.embedder.embedQuery(question, signal);
  const hits = await library.vectors.search(
    {
      vector,
      embedder: library.embedder.identity,
      userId,
      limit: CANDIDATES,
      scoreFloor: RELEVANT_SCORE,
      documentTypes: [],
      documentIds,
      excludedDocumentId: null,
    },
    signal,
  );
  return inTurns(rerank({ question, hits, keep: PASSAGES }), signal);
}

function toSource(hit: Hit, position: number): Source {
  const { documentId, documentName, documentType, score, chunkIndex, pageNumber, section, chunkText } = hit;
  return {
    index: position + 1,
    documentId,
    documentName,
    documentType,
    score,
    chunkIndex,
    pageNumber,
    section,
    chunkText,
  };
}
