import { type IncomingMessage, request } from "node:http";
import { CallFailure, type FailureKind } from "./call-failure.ts";
import type { OpenEventCall, Outcome } from "./event-call.ts";
import { openEventDecoder } from "./event-decoder.ts";
import { MAX_REJECTION_CHARACTERS, parseRejection, RejectedCall } from "./rejected-call.ts";

/** Calls without encryption, by `node:http`. */
export const openHttpCall: OpenEventCall = ({ url, headers, body }, reader) => {
  let answer: IncomingMessage | undefined;
  let isOver = false;

  const call = request(url, {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  });
  call.on("error", () => fail(answer === undefined ? "unreachable" : "interrupted"));
  call.once("response", (response) => {
    answer = response.setEncoding("utf8");
    answer.on("error", () => fail("interrupted"));
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) readEvents(answer);
    else if (statusCode >= 400) readRejection(answer);
    else fail("garbled");
  });
  call.end(body);

  function readEvents(response: IncomingMessage): void {
    const decode = openEventDecoder();
    response.on("data", (piece: string) => {
      if (isOver) return;
      try {
        const batch = decode(piece);
        if (batch.length > 0) reader.events(batch);
      } catch (error) {
        end({ error });
      }
    });
    response.once("end", () => end("received"));
  }

  function readRejection(response: IncomingMessage): void {
    let text = "";
    const reject = () => end({ error: toRejectedCall(response, text) });
    response.on("data", (piece: string) => {
      text += piece;
      if (text.length > MAX_REJECTION_CHARACTERS) reject();
    });
    response.once("end", reject);
  }

  function fail(kind: FailureKind): void {
    end({ error: new CallFailure(kind) });
  }

  function end(outcome: Outcome): void {
    if (isOver) return;
    close();
    reader.ended(outcome);
  }

  function close(): void {
    isOver = true;
    // A connection whose answer was read to its end is kept for the next call.
    if (!answer?.readableEnded) call.destroy();
  }

  return { pause: () => answer?.pause(), resume: () => answer?.resume(), close };
};

function toRejectedCall({ statusCode: status = 0, headers }: IncomingMessage, body: string): RejectedCall {
  const plain = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new RejectedCall({ status, headers: Object.fromEntries(plain), body: parseRejection(body) });
}
