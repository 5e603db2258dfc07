import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from "node:http";
import { kindOfAnswer } from "./answer-kind.ts";
import { CallFailure, type FailureKind } from "./call-failure.ts";
import type { OpenEventCall, Outcome } from "./event-call.ts";
import { openEventDecoder } from "./event-decoder.ts";
import { MAX_REJECTION_CHARACTERS, parseRejection, RejectedCall } from "./rejected-call.ts";

/** Opens a connection of its own for each call. */
const fresh = new Agent({ keepAlive: false });

interface Asked {
  url: string;
  options: RequestOptions;
  body: string;
}

/** Calls without encryption, by `node:http`. */
export const openHttpCall: OpenEventCall = ({ url, headers, body }, reader) => {
  let answer: IncomingMessage | undefined;
  let isOver = false;
  // Needed once more where the connection fails, and let go of as soon as there is an answer.
  let unanswered: Asked | undefined = {
    url,
    body,
    options: {
      method: "POST",
      headers: { ...headers, "accept-encoding": "identity", "content-length": Buffer.byteLength(body) },
    },
  };
  let call = send(unanswered);

  function send({ url, options, body }: Asked): ClientRequest {
    const made = request(url, options);
    made.on("error", () => {
      if (isOver || made !== call) return;
      // The server had closed the connection that was kept: that says nothing about the server.
      if (unanswered !== undefined && made.reusedSocket) {
        call = send({ ...unanswered, options: { ...unanswered.options, agent: fresh } });
      } else fail(unanswered === undefined ? "interrupted" : "unreachable");
    });
    made.once("close", () => {
      if (made === call && unanswered !== undefined) fail("garbled");
    });
    made.once("response", receive);
    return made.end(body);
  }

  function receive(response: IncomingMessage): void {
    unanswered = undefined;
    answer = response.setEncoding("utf8");
    const kind = kindOfAnswer(response.statusCode ?? 0, response.headers["content-type"]);
    if (kind === "events") readEvents(response);
    else if (kind === "refusal") readRejection(response);
    else fail(kind);
  }

  function readEvents(response: IncomingMessage): void {
    const decoder = openEventDecoder();
    const pass = (decode: () => string[]) => {
      if (isOver) return;
      try {
        reader.events(decode());
      } catch (error) {
        end({ error });
      }
    };
    response.on("data", (piece: string) => pass(() => decoder.decode(piece)));
    response.on("error", () => fail("interrupted"));
    response.once("end", () => {
      pass(() => decoder.flush());
      end("received");
    });
  }

  function readRejection(response: IncomingMessage): void {
    let text = "";
    const reject = () => end({ error: toRejectedCall(response, text) });
    response.on("data", (piece: string) => {
      text += piece;
      if (text.length > MAX_REJECTION_CHARACTERS) reject();
    });
    response.once("error", reject).once("end", reject);
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
    if (!answer?.readableEnded || !call.writableFinished) call.destroy();
  }

  return { pause: () => answer?.pause(), resume: () => answer?.resume(), close };
};

function toRejectedCall({ statusCode: status = 0, headers }: IncomingMessage, body: string): RejectedCall {
  const plain = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new RejectedCall({ status, headers: Object.fromEntries(plain), body: parseRejection(body) });
}
