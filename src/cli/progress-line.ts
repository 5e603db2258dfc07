/** Where progress is written: the standard output, or what stands for it. */
interface ProgressOutput {
  /** Whether a line can be drawn over. */
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** How far something is. */
interface Progress {
  /** From 0 to 1. */
  share: number;
  text: string;
}

/** A line that says how far something is. */
interface ProgressLine {
  show(progress: Progress): void;
  /** Writes a sentence that stays, on a line of its own. */
  say(sentence: string): void;
  /** Leaves the last progress to be seen and goes on below it. */
  end(): void;
}

/** How often a plain output, a log for instance, gets a line. */
const PLAIN_INTERVAL_MS = 10_000;
const BAR_LENGTH = 24;
const USUAL_COLUMNS = 80;

/** On a terminal one line with a bar that is drawn again and again; elsewhere a plain line now and then. */
export function openProgressLine(output: ProgressOutput, nowMs: () => number): ProgressLine {
  const startedAtMs = nowMs();
  /** What was done before this began, which says nothing of how fast it is. */
  let firstShare: number | undefined;
  let isOpen = false;
  let lastPlainAtMs = Number.NEGATIVE_INFINITY;
  /** The latest plain line where it was too early to write it. */
  let unwritten = "";
  return {
    show({ share: given, text }) {
      const share = Math.min(1, Math.max(0, given));
      const elapsedMs = nowMs() - startedAtMs;
      firstShare ??= share;
      const sentence = `${percent(share)}  ${text}${timeLeft({ share, firstShare, elapsedMs })}`;
      if (output.isTTY === true) {
        const line = `${bar(share)} ${sentence}`.slice(0, (output.columns ?? USUAL_COLUMNS) - 1);
        output.write(`\r\u001b[2K${line}`);
        isOpen = true;
      } else if (elapsedMs - lastPlainAtMs >= PLAIN_INTERVAL_MS) {
        output.write(`${sentence.trimStart()}\n`);
        lastPlainAtMs = elapsedMs;
        unwritten = "";
      } else {
        unwritten = `${sentence.trimStart()}\n`;
      }
    },
    say(sentence) {
      const before = isOpen ? "\r\u001b[2K" : unwritten;
      output.write(`${before}${sentence}\n`);
      isOpen = false;
      unwritten = "";
    },
    end() {
      if (isOpen || unwritten !== "") output.write(isOpen ? "\n" : unwritten);
      isOpen = false;
      unwritten = "";
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

interface Pace {
  share: number;
  firstShare: number;
  elapsedMs: number;
}

/** Too early it would only be a guess. */
const LEAST_SHARE = 0.01;
const LEAST_ELAPSED_MS = 3_000;

function timeLeft({ share, firstShare, elapsedMs }: Pace): string {
  const gained = share - firstShare;
  if (gained < LEAST_SHARE || share >= 1 || elapsedMs < LEAST_ELAPSED_MS) return "";
  const seconds = Math.ceil((elapsedMs * (1 - share)) / gained / 1000);
  if (seconds < 60) return `, about ${seconds} s left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `, about ${minutes} min left`;
  return `, about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
