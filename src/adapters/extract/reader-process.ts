import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { AppError } from "../../domain/errors.ts";
import type { Chunk } from "../../domain/passage.ts";
import type { PageProgress } from "../../ports/text-extractor.ts";
import { extractionFailed, noText, timedOut } from "./extraction-errors.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import { readerFlags } from "./reader-flags.ts";
import type {
  ReaderAnswer,
  ReaderMessage,
  ReaderOutcome,
  ReaderRequest,
  ReaderResults,
} from "./reader-protocol.ts";

/** What came of a task, whichever it was. */
type ReaderResult = ReaderResults[keyof ReaderResults];

/** A process that does one task at a time. */
export interface ReaderProcess {
  readonly processId: number | undefined;
  /** Whether it has read enough, holds too much memory, or has ended: no further file is for it. */
  readonly isSpent: boolean;
  run(
    request: ReaderRequest,
    onProgress: (pages: PageProgress) => void,
    signal: AbortSignal,
  ): Promise<ReaderResult>;
  /** Ends it at once; a file that is being read fails. */
  end(): void;
  readonly ended: Promise<void>;
}

const MAX_FILES = 50;
const MAX_IDLE_MEMORY_BYTES = 400 * 1024 * 1024;
const WATCH_INTERVAL_MS = 100;

export interface ReaderSettings {
  limits: ExtractionLimits;
  /** Where the files lie that it is to read; it can read no others. */
  spoolDirectory: string;
}

/**
 * Starts a reader without rights to write, to connect or to start a process, without the environment, and with eyes
 * for nothing but the code that it runs and the files in the spool.
 */
export function startReaderProcess({ limits, spoolDirectory }: ReaderSettings): ReaderProcess {
  const child = fork(new URL("./reader-main.ts", import.meta.url), [String(process.pid)], {
    execArgv: readerFlags(spoolDirectory, limits.memoryBytes),
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  let files = 0;
  let rssBytes = 0;
  let isDead = false;
  child.once("exit", () => {
    isDead = true;
  });
  child.on("error", () => {
    isDead = true;
  });
  keepParentAlive(child, false);

  function end(): void {
    isDead = true;
    // Whoever waits for the end must not be left behind by an empty event loop.
    child.ref();
    child.kill("SIGKILL");
  }

  return {
    processId: child.pid,
    ended,
    end,
    get isSpent() {
      return isDead || files >= MAX_FILES || rssBytes > MAX_IDLE_MEMORY_BYTES;
    },
    async run(request, onProgress, signal) {
      files++;
      keepParentAlive(child, true);
      const chunks: Chunk[] = [];
      try {
        const listener = { onProgress, onChunks: (some: Chunk[]) => void chunks.push(...some) };
        const outcome = await outcomeIn(child, request, listener, signal);
        rssBytes = outcome.rssBytes;
        if (outcome.isStuck) end();
        return resultOf(answerOf(outcome), chunks);
      } catch (error) {
        if (!(error instanceof Interruption)) throw error;
        end();
        throw error.reason;
      } finally {
        keepParentAlive(child, false);
      }
    },
  };
}

/** The file's reading cannot go on; the process that reads it has to go with it. */
class Interruption extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("The reading of a file was interrupted", { cause: reason });
    this.reason = reason;
  }
}

/** Who is told what comes before the outcome. */
interface Listener {
  onProgress(pages: PageProgress): void;
  onChunks(chunks: Chunk[]): void;
}

function outcomeIn(
  child: ChildProcess,
  request: ReaderRequest,
  { onProgress, onChunks }: Listener,
  signal: AbortSignal,
): Promise<ReaderOutcome> {
  const { limits } = request;
  return new Promise((resolve, reject) => {
    const interrupt = (reason: unknown) => settle(() => reject(new Interruption(reason)));
    const tooMuchMemory = () =>
      interrupt(noText("The file is too large: it takes more memory to read than a file may."));

    function onMessage(message: unknown): void {
      // The child speaks nothing but this protocol.
      const said = message as ReaderMessage;
      if (said.kind === "page") report(said);
      else if (said.kind === "chunks") onChunks(said.chunks);
      else if (said.kind === "memory") checkMemory(said.rssBytes);
      else settle(() => resolve(said));
    }
    function report({ done, total }: PageProgress): void {
      try {
        onProgress({ done, total });
      } catch (error) {
        interrupt(error);
      }
    }
    function checkMemory(rssBytes: number): void {
      if (rssBytes > limits.memoryBytes) tooMuchMemory();
    }
    function onExit(code: number | null, exitSignal: NodeJS.Signals | null): void {
      // A heap that is full aborts the process before the watch sees it.
      if (exitSignal === "SIGABRT" || code === 134) tooMuchMemory();
      else interrupt(extractionFailed(new Error(`The reader ended with ${exitSignal ?? `code ${code}`}`)));
    }
    const onError = (error: Error) => interrupt(extractionFailed(error));
    const onAbort = () => interrupt(signal.reason);
    const timer = setTimeout(
      () => interrupt(timedOut("Reading the file", limits.wallTimeMs)),
      limits.wallTimeMs,
    );
    const watch = setInterval(() => residentBytesOf(child.pid).then(checkMemory, onError), WATCH_INTERVAL_MS);

    function settle(act: () => void): void {
      clearTimeout(timer);
      clearInterval(watch);
      child.off("message", onMessage).off("exit", onExit).off("error", onError);
      signal.removeEventListener("abort", onAbort);
      act();
    }

    child.on("message", onMessage).once("exit", onExit).once("error", onError);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    else child.send(request, (error) => error !== null && onError(error));
  });
}

/** Resident memory of a process as Linux tells it; zero where it does not, or no longer. */
async function residentBytesOf(pid: number | undefined): Promise<number> {
  if (process.platform !== "linux" || pid === undefined) return 0;
  try {
    const status = await readFile(`/proc/${pid}/status`, "latin1");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch (error) {
    // The process has just ended, which its exit event tells better.
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return 0;
    throw error;
  }
}

function answerOf(outcome: ReaderOutcome): ReaderAnswer {
  if (outcome.kind === "done") return outcome.result;
  if (outcome.kind === "broke") throw extractionFailed(new Error(outcome.error));
  const { code, message, details } = outcome;
  throw new AppError(code, message, details === undefined ? {} : { details });
}

function resultOf(answer: ReaderAnswer, chunks: Chunk[]): ReaderResult {
  switch (answer.kind) {
    case "document":
      return { chunks, opening: answer.opening, pages: answer.pages };
    case "text":
      return answer.text;
    case "image":
      return answer.image;
  }
}

/** An idle reader never keeps the program from ending. */
function keepParentAlive(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
