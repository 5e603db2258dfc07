import { CallFailure } from "./call-failure.ts";

/** Longer than any event of a model: what never ends is not one. */
const LONGEST_EVENT = 4 * 1024 * 1024;

/**
 * Reads Server-Sent Events from pieces of text that may be cut anywhere. Gives the data of each event that a piece
 * completes; names, ids and comments say nothing here. Lines end with a line feed, with or without a carriage return.
 */
export function openEventDecoder(): (piece: string) => string[] {
  let rest = "";
  let data: string | undefined;

  return (piece) => {
    const text = rest + piece;
    const events: string[] = [];
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      const line = text.slice(start, text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end);
      start = end + 1;
      if (line.startsWith("data:")) {
        const value = line.slice(line.charCodeAt(FIELD_END) === SPACE ? FIELD_END + 1 : FIELD_END);
        data = data === undefined ? value : `${data}\n${value}`;
      } else if (line === "" && data !== undefined) {
        events.push(data);
        data = undefined;
      }
    }
    rest = text.slice(start);
    if (rest.length + (data?.length ?? 0) > LONGEST_EVENT) throw new CallFailure("garbled");
    return events;
  };
}

const FIELD_END = "data:".length;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
