import { buildPrompt, type RelevantMessage } from "../domain/build-prompt.ts";
import type { ChatEvent, Source } from "../domain/chat-event.ts";
import { makeDigest } from "../domain/digest/digest.ts";
import { wholeRequestOf } from "../domain/digest/whole-request.ts";
import { groundAnswer } from "../domain/grounding/ground-answer.ts";
import { latestQuestion } from "../domain/message.ts";
import type { Hit } from "../domain/passage.ts";
import { smallTalkOf } from "../domain/small-talk.ts";
import { inTurns } from "../flow/in-turns.ts";
import { completeQuestion } from "./complete-question.ts";
import { promptOverWhole } from "./digest-by-model.ts";
import { expectOwnDocuments } from "./expect-own-documents.ts";
import { findPassages } from "./find-passages.ts";
import type { Library } from "./library.ts";
import { readWhole } from "./read-whole.ts";

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

interface Asked {
  question: Question;
  /** The question as it is looked for. */
  completed: string | undefined;
  leave(): void;
}

async function* answer(
  library: Pick<Library, "embedder" | "vectors" | "chatModel" | "writer">,
  asked: Asked,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const { passages, fragments } = await prepare(library, asked, signal);
  const sources = passages.map(toSource);
  if (sources.length > 0) yield { sources };
  let written = "";
  for await (const chunk of fragments) {
    if (asked.question.grounding) written += chunk;
    yield { chunk };
  }
  if (asked.question.grounding) yield { grounding: await inTurns(groundAnswer(written, sources), signal) };
}

/** An answer that is about to be given, and the passages that it cites. */
interface Prepared {
  passages: readonly Hit[];
  fragments: AsyncIterable<string> | Iterable<string>;
}

async function prepare(
  library: Pick<Library, "embedder" | "vectors" | "chatModel" | "writer">,
  asked: Asked,
  signal: AbortSignal,
): Promise<Prepared> {
  const { question, completed, leave } = asked;
  try {
    const whole = await prepareWhole(library, asked, signal);
    if (whole !== null) return whole;
    const passages = await retrieve(library, { ...question, completed }, signal);
    const prompt = buildPrompt({ messages: heardMessages(library, { question, completed }), passages });
    return { passages, fragments: library.chatModel.answer(prompt, signal) };
  } finally {
    leave();
  }
}

/** The answer to a request about all of a document or library; null where the question is none. */
async function prepareWhole(
  library: Pick<Library, "vectors" | "chatModel" | "writer">,
  { question: { userId, useRetrieval, documentIds, messages }, completed, leave }: Asked,
  signal: AbortSignal,
): Promise<Prepared | null> {
  const request = completed && useRetrieval ? wholeRequestOf(completed) : null;
  if (request === null || userId === undefined || completed === undefined) return null;
  const chunks = await readWhole(library, { request, userId, documentIds }, signal);
  if (chunks.length === 0) return null;
  if (library.writer === null) {
    const digest = await inTurns(makeDigest(request, chunks), signal);
    return (
      digest && {
        passages: digest.passages,
        fragments: digest.text.match(/[^\n]*\n*/g)?.filter(Boolean) ?? [],
      }
    );
  }
  // What is still to be done is the model's work: others may look for passages meanwhile.
  leave();
  const prompt = await promptOverWhole(library.writer, { messages, question: completed, chunks }, signal);
  return { passages: prompt.passages, fragments: library.chatModel.answer(prompt, signal) };
}

async function retrieve(
  library: Pick<Library, "embedder" | "vectors">,
  { completed, userId, useRetrieval, documentIds }: Question & { completed: string | undefined },
  signal: AbortSignal,
): Promise<Hit[]> {
  if (!useRetrieval || userId === undefined || !completed || smallTalkOf(completed) !== null) return [];
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
