import { buildPrompt, type RelevantMessage } from "../domain/build-prompt.ts";
import type { ChatEvent, Source } from "../domain/chat-event.ts";
import { groundAnswer } from "../domain/grounding/ground-answer.ts";
import { latestQuestion } from "../domain/message.ts";
import type { Hit } from "../domain/passage.ts";
import { inTurns } from "../flow/in-turns.ts";
import { completeQuestion } from "./complete-question.ts";
import { expectOwnDocuments } from "./expect-own-documents.ts";
import { findPassages } from "./find-passages.ts";
import type { Library } from "./library.ts";

/** How many passages an answer is given from. */
const PASSAGES = 5;

interface Question {
  messages: readonly RelevantMessage[];
  /** Whose documents are looked into; nobody's where undefined. */
  userId: string | undefined;
  /** Whose the named documents have to be, null for anybody. */
  owner: string | null;
  useRetrieval: boolean;
  /** Only these documents; all where empty. */
  documentIds: readonly string[];
  /** Whether the answer is compared with the passages that it cites. */
  grounding: boolean;
}

/**
 * Answers the latest message of a conversation from the user's documents, as a stream. It begins when its turn to look
 * for passages has come; where that would be too late, it is refused with `busy`.
 */
export async function answerQuestion(
  library: Pick<Library, "embedder" | "vectors" | "files" | "chatModel" | "writer" | "retrieving">,
  question: Question,
  signal: AbortSignal,
): Promise<AsyncGenerator<ChatEvent>> {
  await expectOwnDocuments(library, question, signal);
  const isLookedFor = question.useRetrieval && question.userId !== undefined;
  const completed = isLookedFor ? await completeQuestion(library, question.messages, signal) : undefined;
  const place = isLookedFor ? await library.retrieving.enter(signal) : null;
  return answer(library, { question, completed, leave: () => place?.leave() }, signal);
}

async function* answer(
  library: Pick<Library, "embedder" | "vectors" | "chatModel" | "writer">,
  { question, completed, leave }: { question: Question; completed: string | undefined; leave(): void },
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const passages = await retrieve(library, { ...question, completed }, signal).finally(leave);
  const sources = passages.map(toSource);
  if (sources.length > 0) yield { sources };
  const prompt = buildPrompt({ messages: heardMessages(library, { question, completed }), passages });
  let written = "";
  for await (const chunk of library.chatModel.answer(prompt, signal)) {
    if (question.grounding) written += chunk;
    yield { chunk };
  }
  if (question.grounding) yield { grounding: await inTurns(groundAnswer(written, sources), signal) };
}

async function retrieve(
  library: Pick<Library, "embedder" | "vectors">,
  { completed, userId, useRetrieval, documentIds }: Question & { completed: string | undefined },
  signal: AbortSignal,
): Promise<Hit[]> {
  if (!useRetrieval || userId === undefined || !completed) return [];
  return findPassages(library, { question: completed, userId, documentIds, keep: PASSAGES }, signal);
}

/** A model that writes is given the user's own words; what quotes has to be told what they mean. */
function heardMessages(
  { writer }: Pick<Library, "writer">,
  { question: { messages }, completed }: { question: Question; completed: string | undefined },
): readonly RelevantMessage[] {
  if (writer !== null || completed === undefined || completed === latestQuestion(messages)) return messages;
  return messages.with(
    messages.findLastIndex(({ role }) => role === "user"),
    { role: "user", content: completed },
  );
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
