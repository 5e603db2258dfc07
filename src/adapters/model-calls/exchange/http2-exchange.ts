import type { ClientHttp2Stream } from "node:http2";
import { constants } from "node:http2";
import type { CallFailure } from "../call-failure.ts";
import type { Exchange, OpenExchange, OutgoingRequest } from "./exchange.ts";
import { lostConnection, noConnection } from "./lost-connection.ts";
import type { Place, SharedConnections } from "./shared-connections.ts";

/** HTTP/2: many requests share a connection. `openHttp1` serves where the server does not speak it. */
export function openHttp2Exchanges(connections: SharedConnections, openHttp1: OpenExchange): OpenExchange {
  return (request, listener) => {
    let stream: ClientHttp2Stream | undefined;
    let http1: Exchange | undefined;
    let isOver = false;
    let isRepeated = false;
    // Let go of as soon as there is a stream.
    let waiting: AbortController | undefined;
    // Let go of as soon as there is an answer.
    let unanswered: OutgoingRequest | undefined = request;
    void send();

    async function send(): Promise<void> {
      let place: Place | undefined;
      try {
        waiting = new AbortController();
        place = await connections.take(isRepeated, waiting.signal);
      } catch (error) {
        end(noConnection(error));
      }
      waiting = undefined;
      if (isOver || unanswered === undefined) place?.leave();
      else if (place === undefined) http1 = openHttp1(unanswered, listener);
      else begin(place, unanswered);
    }

    function begin(place: Place, outgoing: OutgoingRequest): void {
      try {
        const hasBody = outgoing.method === "POST";
        stream = place.session.request(headersFor(outgoing), { endStream: !hasBody });
        listenTo(stream.setEncoding("utf8"), place);
        if (hasBody) stream.end(outgoing.body);
      } catch (error) {
        place.leave();
        repeat(error);
      }
    }

    function listenTo(made: ClientHttp2Stream, place: Place): void {
      let failure: unknown;
      made.once("response", (headers) => {
        unanswered = undefined;
        if (!isOver) listener.head(headers[":status"] ?? 0, headers);
      });
      made.on("data", (piece: string) => {
        if (!isOver) listener.data(piece);
      });
      made.once("end", () => {
        if (unanswered === undefined && made.rstCode === constants.NGHTTP2_NO_ERROR) end(undefined);
      });
      made.on("error", (error) => {
        failure = error;
      });
      made.once("close", () => {
        place.leave();
        const isGone = place.wasUsed && (place.session.destroyed || place.session.closed);
        const isUnread = isGone || made.rstCode === constants.NGHTTP2_REFUSED_STREAM;
        if (unanswered !== undefined && isUnread && !isOver) repeat(failure);
        else end(lostConnection(unanswered === undefined, failure));
      });
    }

    /** For a connection that was lost since its last stream, and a request that the server has not looked at. */
    function repeat(error: unknown): void {
      if (isRepeated) end(lostConnection(false, error));
      else {
        isRepeated = true;
        void send();
      }
    }

    function end(failure: CallFailure | undefined): void {
      if (isOver) return;
      close();
      listener.ended(failure);
    }

    function close(): void {
      isOver = true;
      waiting?.abort();
      http1?.close();
      if (stream === undefined || (stream.readableEnded && stream.writableFinished)) return;
      stream.close(constants.NGHTTP2_CANCEL);
    }

    return {
      pause: () => (stream ?? http1)?.pause(),
      resume: () => (stream ?? http1)?.resume(),
      close,
    };
  };
}

function headersFor({ method, url, headers, body }: OutgoingRequest): Record<string, string> {
  const { pathname, search } = new URL(url);
  return {
    ...headers,
    ":method": method,
    ":path": `${pathname}${search}`,
    "accept-encoding": "identity",
    "content-length": String(Buffer.byteLength(body)),
  };
}
