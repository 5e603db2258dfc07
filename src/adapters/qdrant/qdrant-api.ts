import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { pauseAfter, Refusal } from "../backend-calls/retry.ts";
import type { OutgoingRequest } from "../http-calls/exchange.ts";
import { LostConnection } from "../http-calls/lost-connection.ts";
import { openAnswer, textOf } from "../http-calls/read-answer.ts";
import { type Node, openNodes } from "./nodes.ts";

/** Speaks to one Qdrant. Every call in this folder may be sent twice without harm, so every call is retried. */
export interface QdrantApi {
  call<Result>(request: QdrantRequest<Result>, signal: AbortSignal): Promise<Answer<Result>>;
  /** Which version a server of its addresses says that it is; null where it does not say so. */
  version(signal: AbortSignal): Promise<string | null>;
  /** Which of its addresses answer. */
  nodes(signal: AbortSignal): Promise<{ name: string; isReady: boolean }[]>;
  /** Ends what is under way and refuses what comes after. */
  close(): Promise<void>;
}

export interface QdrantRequest<Result> {
  method: OutgoingRequest["method"];
  /** From the collection's name on. */
  path: string;
  body?: unknown;
  /** What the `result` of the answer has to look like. */
  result: z.ZodType<Result>;
  /** Fails at once where it is refused because a replica is away: the caller has another way. */
  needsAllReplicas?: boolean | undefined;
}

export interface Answer<Result> {
  result: Result;
  /** How long the server worked on it. */
  seconds: number;
}

interface QdrantAddress {
  /** One address, or several nodes of a cluster. */
  urls: readonly string[];
  apiKey?: string | undefined;
  /** How long one call may take, repeats included. */
  timeoutMs: number;
}

const BUSY_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** What a cluster says while it notices that a node is gone, or copies replicas to one that is back. */
const PASSING_WORDS =
  /replica|read operations failed|shard \d+ not found|transport|timed? ?out|timeout|connect|consensus|leader|peer|unavailable|deactivat|retry|status: Cancelled/i;
const AWAY_WORDS = /enough active replicas|read operations failed/i;
/** How often every address is tried where none answers. */
const UNREACHED_ROUNDS = 3;
/** The part of a call's time in which a refusal that may pass is tried again. */
const PATIENCE = 0.75;
/** Where there is another node to ask, one that is silent for this long is left. */
const SILENCE_LIMIT_MS = 8_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Opens the way to a server; nothing is sent before the first call. */
export function openQdrantApi({ urls, apiKey, timeoutMs }: QdrantAddress): QdrantApi {
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (apiKey !== undefined) headers["api-key"] = apiKey;
  const nodes = openNodes({ urls, headers });
  const closing = new AbortController();

  async function attempt(node: Node, request: QdrantRequest<unknown>, { body, until }: Sending) {
    const isOnly = nodes.all.length === 1;
    const silence = isOnly ? null : AbortSignal.timeout(SILENCE_LIMIT_MS);
    const signal = silence === null ? until : AbortSignal.any([until, silence]);
    try {
      const sent = { method: request.method, url: `${node.base}/collections/${request.path}`, headers, body };
      const answer = await openAnswer(node.exchange, sent, signal);
      const words = await textOf(answer.body);
      if (answer.status >= 200 && answer.status < 300) return words;
      throw new QdrantRefusal(answer.status, answer.headers["retry-after"], words);
    } catch (error) {
      if (error instanceof Refusal || until.aborted) throw error;
      nodes.leaveOut(node);
      throw silence?.aborted ? new LostConnection("interrupted") : error;
    }
  }

  /** Goes from node to node until one answers, and begins again as long as what went wrong may pass. */
  async function retry(request: QdrantRequest<unknown>, sending: Sending): Promise<string> {
    const startedAtMs = performance.now();
    for (let round = 0; ; round++) {
      const tried = new Set<Node>();
      let failure: unknown;
      let hasAnswered = false;
      for (let node = nodes.choose(tried); node !== null; node = nodes.choose(tried)) {
        tried.add(node);
        try {
          return await attempt(node, request, sending);
        } catch (error) {
          if (sending.until.aborted || !isPassing(error)) throw error;
          if (request.needsAllReplicas && isReplicaAway(error)) throw error;
          // What a node said tells more than that another one said nothing.
          if (!hasAnswered || error instanceof Refusal) failure = error;
          hasAnswered ||= error instanceof Refusal;
        }
      }
      const isHopeless = hasAnswered
        ? performance.now() - startedAtMs > timeoutMs * PATIENCE
        : round + 1 >= UNREACHED_ROUNDS;
      if (isHopeless) throw failure;
      const pauseMs = pauseAfter(failure, FIRST_PAUSE_MS * 2 ** round, LONGEST_PAUSE_MS);
      await pause(pauseMs, undefined, { signal: sending.until });
    }
  }

  return {
    async call(request, signal) {
      signal.throwIfAborted();
      const deadline = AbortSignal.timeout(timeoutMs);
      const until = AbortSignal.any([signal, deadline, closing.signal]);
      const body = JSON.stringify(request.body);
      try {
        return parseAnswer(await retry(request, { body, until }), request.result);
      } catch (error) {
        signal.throwIfAborted();
        throw translate(error, { late: deadline.aborted, closed: closing.signal.aborted, timeoutMs });
      }
    },

    async version(signal) {
      signal.throwIfAborted();
      const node = nodes.choose(new Set());
      if (node === null) return null;
      const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs), closing.signal]);
      try {
        const answer = await openAnswer(
          node.exchange,
          { method: "GET", url: `${node.base}/`, headers },
          until,
        );
        return versionSchema.parse(JSON.parse(await textOf(answer.body))).version;
      } catch {
        // Something in front of the server may not let this path through, or say something else altogether.
        return null;
      }
    },

    nodes: nodes.states,

    async close() {
      closing.abort();
      await nodes.close();
    },
  };
}

interface Sending {
  body: string | undefined;
  until: AbortSignal;
}

/** The status with which the server refused a call, undefined where it never answered. */
export function refusalStatus(error: unknown): number | undefined {
  return error instanceof AppError && error.cause instanceof Refusal ? error.cause.status : undefined;
}

/** Whether the call was refused because not all replicas are there. */
export function lacksReplica(error: unknown): boolean {
  return error instanceof AppError && isReplicaAway(error.cause);
}

/** A refusal, and whether it is one of those that pass. The server's words themselves are not kept. */
class QdrantRefusal extends Refusal {
  readonly isPassing: boolean;
  readonly isReplicaAway: boolean;

  constructor(status: number, retryAfter: string | undefined, words: string) {
    super("Qdrant", status, retryAfter ?? null);
    this.isPassing = BUSY_STATUSES.has(status) || (status === 500 && PASSING_WORDS.test(words));
    this.isReplicaAway = status === 500 && AWAY_WORDS.test(words);
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof LostConnection || (error instanceof QdrantRefusal && error.isPassing);
}

function isReplicaAway(error: unknown): boolean {
  return error instanceof QdrantRefusal && error.isReplicaAway;
}

const answerSchema = z.object({ result: z.unknown(), time: z.number().catch(Number.POSITIVE_INFINITY) });

function parseAnswer<Result>(text: string, schema: z.ZodType<Result>): Answer<Result> {
  const { result, time } = answerSchema.parse(JSON.parse(text));
  return { result: schema.parse(result), seconds: time };
}

const versionSchema = z.object({ version: z.string() });

interface Ending {
  late: boolean;
  closed: boolean;
  timeoutMs: number;
}

function translate(error: unknown, { late, closed, timeoutMs }: Ending): AppError {
  const failed = (message: string, details: string) =>
    new AppError("vector-store-failed", message, { details, cause: error });
  if (closed) return failed("The vector store is closed", "The program is ending");
  if (error instanceof QdrantRefusal) return failed(...refusalWords(error));
  if (late) {
    return failed("The vector store did not answer in time", `It was given ${timeoutMs / 1_000} seconds`);
  }
  if (error instanceof LostConnection) {
    return failed("The vector store cannot be reached", "Is Qdrant running where QDRANT_URL points?");
  }
  return failed("The vector store gave an answer that makes no sense", "Is QDRANT_URL a Qdrant server?");
}

function refusalWords({ status, isPassing }: QdrantRefusal): [message: string, details: string] {
  switch (status) {
    case 401:
    case 403:
      return ["The vector store refused the key", "Check QDRANT_API_KEY"];
    case 404:
      return ["The vector store has no such collection", "Run `npm run carrel -- provision` to create it"];
    case 413:
      return ["The vector store refused a request as too large", "Its limit has to be 32 MB or more"];
    default:
      if (isPassing) return ["The vector store is busy", "Try again in a moment"];
      return ["The vector store refused a request", `It answered with status ${status}`];
  }
}
