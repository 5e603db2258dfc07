/** What an answer is by its status and its type, before any of it is read. */
type AnswerKind = "events" | "refusal" | "garbled";

/** Tells events from a refusal, and both from what is no answer of a model: a redirect, a page, a plain document. */
export function kindOfAnswer(status: number, contentType: string | null | undefined): AnswerKind {
  if (status >= 400) return "refusal";
  if (status !== 200 || /^\s*(?:application\/json|text\/html)\b/i.test(contentType ?? "")) return "garbled";
  return "events";
}
