import type { IncomingHttpHeaders } from "node:http";
import { StringDecoder } from "node:string_decoder";
import type { Exchange, OpenExchange, OutgoingRequest } from "../http-calls/exchange.ts";
import type { LostConnection } from "../http-calls/lost-connection.ts";
import { parseJson } from "../http-calls/parse-json.ts";
import { kindOfAnswer } from "./answer-kind.ts";
import { CallFailure } from "./call-failure.ts";
import { type EventDecoder, openEventDecoder } from "./event-decoder.ts";
import { MAX_REJECTION_CHARACTERS, RejectedCall } from "./rejected-call.ts";

/** A call that is answered with Server-Sent Events. */
export type EventCall = Exchange;

/** Hears what a call is answered with. */
export interface EventReader {
  /** The data of events that have come together. */
  events(batch: readonly string[]): void;
  /** The last word. */
  ended(outcome: StreamEnd): void;
}

/** How a call ended: with its answer received to the end, or with a LostConnection, a CallFailure, a RejectedCall or a bug. */
export type StreamEnd = "received" | { error: unknown };

/** Makes a call. A redirect is a failure. */
export type OpenEventCall = (request: OutgoingRequest, reader: EventReader) => EventCall;

/** A refusal, as far as it has come. */
interface Refusal {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Calls over a way to the provider. */
export function openEventCalls(openExchange: OpenExchange): OpenEventCall {
  return (request, reader) => {
    const characters = new StringDecoder("utf8");
    let decoder: EventDecoder | undefined;
    let refusal: Refusal | undefined;
    let isOver = false;
    const exchange = openExchange(request, { head, data, ended });

    function head(status: number, headers: IncomingHttpHeaders): void {
      const kind = kindOfAnswer(status, headers["content-type"]);
      if (kind === "events") decoder = openEventDecoder();
      else if (kind === "refusal") refusal = { status, headers, text: "" };
      else end({ error: new CallFailure(kind) });
    }

    function data(bytes: Uint8Array): void {
      const piece = characters.write(bytes);
      if (refusal !== undefined) {
        refusal.text += piece;
        if (refusal.text.length > MAX_REJECTION_CHARACTERS) end({ error: rejectedBy(refusal) });
      } else pass(() => decoder?.decode(piece));
    }

    function ended(failure: LostConnection | undefined): void {
      // What has come of a refusal tells why, also where it was broken off.
      if (refusal !== undefined) end({ error: rejectedBy(refusal) });
      else if (failure !== undefined) end({ error: failure });
      else {
        pass(() => decoder?.flush());
        end("received");
      }
    }

    function pass(decode: () => string[] | undefined): void {
      if (isOver) return;
      try {
        const batch = decode() ?? [];
        if (batch.length > 0) reader.events(batch);
      } catch (error) {
        end({ error });
      }
    }

    function end(outcome: StreamEnd): void {
      if (isOver) return;
      close();
      reader.ended(outcome);
    }

    function close(): void {
      isOver = true;
      exchange.close();
    }

    return { pause: exchange.pause, resume: exchange.resume, close };
  };
}

function rejectedBy({ status, headers, text }: Refusal): RejectedCall {
  return new RejectedCall({ status, headers, body: parseJson(text) });
}
