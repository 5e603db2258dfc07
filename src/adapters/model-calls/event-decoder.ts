import { CallFailure } from "./call-failure.ts";

/** Reads Server-Sent Events from pieces of text that may be cut anywhere. */
export interface EventDecoder {
  /** The data of each event that a piece completes. Names, ids and comments say nothing here. */
  decode(piece: string): string[];
  /** The data of the event that an answer ended in: some servers forget the blank line after the last one. */
  flush(): string[];
}

/** Longer than any event of a model: what never ends is not one. */
const LONGEST_EVENT = 4 * 1024 * 1024;

/** Opens a decoder for one answer. Lines end with a line feed, with or without a carriage return. */
export function openEventDecoder(): EventDecoder {
  let rest = "";
  let data: string | undefined;
  let isBegun = false;

  function decode(piece: string): string[] {
    const text = rest + (isBegun ? piece : piece.replace(/^\ufeff/, ""));
    isBegun ||= piece !== "";
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
  }

  function flush(): string[] {
    // A line that was cut off is no line.
    rest = "";
    return decode("\n");
  }

  return { decode, flush };
}

const FIELD_END = "data:".length;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
