/** Where progress is written: the standard output, or what stands for it. */
export interface ProgressOutput {
  /** Whether a line can be drawn over. */
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** How far something is. */
export interface Progress {
  /** From 0 to 1. */
  share: number;
  text: string;
}

/** A line that says how far something is. */
export interface ProgressLine {
  show(progress: Progress): void;
  /** Leaves the line as it is and goes on below it. */
  end(): void;
}

/** How often a plain output, a log for instance, gets a line. */
const PLAIN_INTERVAL_MS = 10_000;
const BAR_LENGTH = 24;
const USUAL_COLUMNS = 80;

/** On a terminal one line with a bar that is drawn again and again; elsewhere a plain line now and then. */
export function openProgressLine(output: ProgressOutput, nowMs: () => number): ProgressLine {
  const startedAtMs = nowMs();
  let isOpen = false;
  let lastPlainAtMs = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const elapsedMs = nowMs() - startedAtMs;
      const sentence = `${percent(progress.share)}  ${progress.text}${timeLeft(progress.share, elapsedMs)}`;
      if (output.isTTY === true) {
        const line = `${bar(progress.share)} ${sentence}`.slice(0, (output.columns ?? USUAL_COLUMNS) - 1);
        output.write(`\r\u001b[2K${line}`);
        isOpen = true;
      } else if (elapsedMs - lastPlainAtMs >= PLAIN_INTERVAL_MS) {
        output.write(`${sentence.trimStart()}\n`);
        lastPlainAtMs = elapsedMs;
      }
    },
    end() {
      if (isOpen) output.write("\n");
      isOpen = false;
    },
  };
}

function bar(share: number): string {
  const filled = Math.round(share * BAR_LENGTH);
  return "█".repeat(filled) + "░".repeat(BAR_LENGTH - filled);
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}`.padStart(3).concat(" %");
}

/** Too early it would only be a guess. */
const LEAST_SHARE = 0.01;
const LEAST_ELAPSED_MS = 3_000;

function timeLeft(share: number, elapsedMs: number): string {
  if (share < LEAST_SHARE || share >= 1 || elapsedMs < LEAST_ELAPSED_MS) return "";
  const seconds = Math.ceil((elapsedMs * (1 - share)) / share / 1000);
  if (seconds < 60) return `, about ${seconds} s left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `, about ${minutes} min left`;
  return `, about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
