import { afterEach, beforeEach } from "vitest";
import type { ModelProvider } from "../../src/adapters/model-calls/model-provider.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { LogEntry } from "../../src/ports/log.ts";
import { type FakeTime, openFakeTime } from "../doubles/fake-time.ts";
import type { HttpDouble } from "../doubles/http-double.ts";
import type { FailurePlan } from "../doubles/model-failures.ts";

/** A provider to be tested, with the double of its API. */
export interface ModelProviderSubject {
  provider: ModelProvider;
  double: HttpDouble & FailurePlan & { answerWith(answer: (question: string) => string[]): void };
  models: { chat: string; embedding: string };
  /** Whether a connection outlives its calls, as with HTTP/2. */
  sharesConnections: boolean;
}

/** What the provider is opened with. */
export interface ProviderParts {
  apiKey: string;
  log: (entry: LogEntry) => void;
  time: FakeTime;
  stallMs: number;
}

export type OpenProvider = (parts: ProviderParts) => Promise<ModelProviderSubject>;

/** A provider for each test, and ways to use it. */
export interface ProviderStage {
  /** Of the test that runs. */
  now(): ModelProviderSubject & { time: FakeTime; logged: LogEntry[] };
  /** Asks a question, and gives the answer in its fragments. */
  fragments(signal?: AbortSignal): Promise<string[]>;
  embed(texts?: string[]): Promise<Float32Array[]>;
}

/** The key that the provider is opened with. */
export const SECRET = "key-that-nobody-may-see";
const STALL_MS = 500;

/** Opens a provider before each test that follows, and closes its double after it. */
export function useProviderStage(open: OpenProvider): ProviderStage {
  let current: ReturnType<ProviderStage["now"]>;

  beforeEach(async () => {
    const logged: LogEntry[] = [];
    const time = openFakeTime();
    const log = (entry: LogEntry) => logged.push(entry);
    const subject = await open({ apiKey: SECRET, log, time, stallMs: STALL_MS });
    current = { ...subject, time, logged };
  });
  afterEach(() => current.double.close());

  return {
    now: () => current,
    fragments: (signal = live()) =>
      Array.fromAsync(
        current.provider.chat(current.models.chat).answer(
          {
            instructions: "Be brief.",
            messages: [{ role: "user", content: "private words" }],
            passages: [],
          },
          signal,
        ),
      ),
    embed: (texts = ["private words", "and more"]) =>
      current.provider.embedder(current.models.embedding).embedPassages(texts, () => undefined, live()),
  };
}

/** A signal that nobody aborts. */
export function live(): AbortSignal {
  return new AbortController().signal;
}

/** The error that the work ends with. */
export async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error("An AppError was expected", { cause: error });
  return error;
}
