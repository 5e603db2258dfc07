import * as http from "node:http";
import * as https from "node:https";
import { CallFailure } from "../call-failure.ts";
import type { OpenExchange, OutgoingRequest } from "./exchange.ts";
import { lostConnection } from "./lost-connection.ts";

/** Open a connection of their own for each request, through the same proxy as others. */
const { proxyEnv } = https.globalAgent.options;
const fresh = new http.Agent({ keepAlive: false, proxyEnv });
const freshEncrypted = new https.Agent({ keepAlive: false, proxyEnv });

/** HTTP/1.1, with or without encryption: a connection for each request at a time, kept for the next one. */
export const openHttp1Exchange: OpenExchange = (request, listener) => {
  let answer: http.IncomingMessage | undefined;
  let isOver = false;
  // Needed once more where the connection fails, and let go of as soon as there is an answer.
  let unanswered: OutgoingRequest | undefined = request;
  let call = send(request);

  function send(outgoing: OutgoingRequest, agent?: http.Agent): http.ClientRequest {
    const made = begin(outgoing, agent);
    made.on("error", (error) => {
      if (isOver || made !== call) return;
      // The server had closed the connection that was kept: that says nothing about the server.
      if (unanswered !== undefined && made.reusedSocket)
        call = send(unanswered, isEncrypted(unanswered) ? freshEncrypted : fresh);
      else end(lostConnection(unanswered === undefined, error));
    });
    made.once("close", () => {
      if (made === call && unanswered !== undefined) end(new CallFailure("garbled"));
    });
    made.once("response", receive);
    return made.end(outgoing.body);
  }

  function receive(response: http.IncomingMessage): void {
    unanswered = undefined;
    answer = response.setEncoding("utf8");
    response.on("data", (piece: string) => {
      if (!isOver) listener.data(piece);
    });
    response.on("error", (error) => end(lostConnection(true, error)));
    response.once("end", () => end(undefined));
    listener.head(response.statusCode ?? 0, response.headers);
  }

  function end(failure: CallFailure | undefined): void {
    if (isOver) return;
    close();
    listener.ended(failure);
  }

  function close(): void {
    isOver = true;
    // A connection whose answer was read to its end is kept for the next request.
    if (!answer?.readableEnded || !call.writableFinished) call.destroy();
  }

  return { pause: () => answer?.pause(), resume: () => answer?.resume(), close };
};

function begin(outgoing: OutgoingRequest, agent: http.Agent | undefined): http.ClientRequest {
  const { method, url, headers, body } = outgoing;
  const options = {
    method,
    // Compressed tokens would have to be unpacked, with a window of memory for each stream.
    headers: { ...headers, "accept-encoding": "identity", "content-length": Buffer.byteLength(body) },
    agent,
  };
  return isEncrypted(outgoing) ? https.request(url, options) : http.request(url, options);
}

function isEncrypted({ url }: OutgoingRequest): boolean {
  return url.startsWith("https:");
}
