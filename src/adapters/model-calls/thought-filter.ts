/** Gives what is for the reader of the next piece of an answer; `isLast` says that no more text comes. */
type ThoughtFilter = (text: string, isLast: boolean) => string;

const OPENING = "<think>";
const CLOSING = "</think>";
/** How much white space may stand before a thought. */
const MAX_HELD_CHARACTERS = 64;

/**
 * Cuts off the thought that an answer begins with where its server does not tell thoughts from text. Tags further on
 * are text: somebody may have asked about them. There is one filter for each open stream; it holds a few characters
 * while a tag may still be on its way, and nothing once the answer has begun.
 */
export function openThoughtFilter(): ThoughtFilter {
  let place: "beginning" | "thought" | "gap" | "answer" = "beginning";
  let held = "";

  return (text, isLast) => {
    if (place === "answer") return text;
    held += text;
    if (place === "beginning") {
      const start = held.trimStart();
      if (start.startsWith(OPENING)) {
        place = "thought";
        held = start.slice(OPENING.length);
      } else if (!isLast && held.length <= MAX_HELD_CHARACTERS && OPENING.startsWith(start)) return "";
      else return release();
    }
    if (place === "thought") {
      const end = held.indexOf(CLOSING);
      if (end < 0) {
        held = held.slice(1 - CLOSING.length);
        return "";
      }
      place = "gap";
      held = held.slice(end + CLOSING.length);
    }
    held = held.trimStart();
    return held === "" ? "" : release();
  };

  function release(): string {
    const text = held;
    place = "answer";
    held = "";
    return text;
  }
}

/**
 * A whole answer without the thought before it that is only closed: some templates, DeepSeek-R1's among them, open it
 * in the prompt. A stream cannot be freed of such a thought, which nothing tells from text until it ends.
 */
export function dropUnopenedThought(answer: string): string {
  const end = answer.indexOf(CLOSING);
  const isThought = end >= 0 && !answer.slice(0, end).includes(OPENING);
  return isThought ? answer.slice(end + CLOSING.length).trimStart() : answer;
}
