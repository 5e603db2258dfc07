import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { ExtractedText } from "../../domain/passage.ts";
import type { PageProgress } from "../../ports/text-extractor.ts";
import { extractionFailed, noText, timedOut } from "./extraction-errors.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import type { ReaderMessage, ReadOutcome, ReadRequest } from "./reader-protocol.ts";

/** A process that reads one file at a time. */
export interface ReaderProcess {
  /** Whether it has read enough, holds too much memory, or has ended: no further file is for it. */
  readonly isSpent: boolean;
  read(
    request: ReadRequest,
    onProgress: (pages: PageProgress) => void,
    signal: AbortSignal,
  ): Promise<ExtractedText>;
  /** Ends it at once; a file that is being read fails. */
  end(): void;
  readonly ended: Promise<void>;
}

const MAX_FILES = 50;
const MAX_IDLE_MEMORY_BYTES = 400 * 1024 * 1024;
const WATCH_INTERVAL_MS = 100;

/** Starts a reader without rights to write, to connect or to start a process, and without the environment. */
export function startReaderProcess(limits: ExtractionLimits): ReaderProcess {
  const child = fork(new URL("./reader-main.ts", import.meta.url), {
    execArgv: [
      "--permission",
      "--allow-fs-read=*",
      "--allow-addons",
      "--allow-worker",
      `--max-old-space-size=${Math.ceil(limits.memoryBytes / 1024 / 1024)}`,
    ],
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
    ended,
    end,
    get isSpent() {
      return isDead || files >= MAX_FILES || rssBytes > MAX_IDLE_MEMORY_BYTES;
    },
    async read(request, onProgress, signal) {
      files++;
      keepParentAlive(child, true);
      try {
        const outcome = await readIn(child, request, onProgress, signal);
        rssBytes = outcome.rssBytes;
        return textOf(outcome);
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

function readIn(
  child: ChildProcess,
  request: ReadRequest,
  onProgress: (pages: PageProgress) => void,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const { limits } = request;
  return new Promise((resolve, reject) => {
    const interrupt = (reason: unknown) => settle(() => reject(new Interruption(reason)));
    const tooMuchMemory = () =>
      interrupt(noText("The file is too large: it takes more memory to read than a file may."));

    function onMessage(message: unknown): void {
      // The child speaks nothing but this protocol.
      const said = message as ReaderMessage;
      if (said.kind === "page") report(said);
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

function textOf(outcome: ReadOutcome): ExtractedText {
  if (outcome.kind === "read") return outcome.text;
  if (outcome.kind === "refused") throw noText(outcome.details);
  throw extractionFailed(new Error(outcome.error));
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
