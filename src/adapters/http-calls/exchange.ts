import type { IncomingHttpHeaders } from "node:http";
import type { LostConnection } from "./lost-connection.ts";

/** What is sent to a server. */
export interface OutgoingRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
}

/** One request and its answer. */
export interface Exchange {
  /** Holds the other side up while its reader has enough to do. */
  pause(): void;
  resume(): void;
  /** Ends it wherever it is, and nothing more is said of it. Does nothing to one that has ended. */
  close(): void;
}

/** Hears what a request is answered with: `head`, any number of `data`, and at any time the last word. */
export interface AnswerListener {
  head(status: number, headers: IncomingHttpHeaders): void;
  data(bytes: Uint8Array): void;
  /** The last word: nothing where the answer was received to its end. */
  ended(failure: LostConnection | undefined): void;
}

/** Sends a request. Redirects are not followed: a key never goes to another host than its own. */
export type OpenExchange = (request: OutgoingRequest, listener: AnswerListener) => Exchange;

/** The way to one server. */
export interface ServerWay extends OpenExchange {
  /** Ends what is under way, and every connection. */
  close(): Promise<void>;
}
