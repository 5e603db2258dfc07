import { createInterface } from "node:readline";
import { type Readable, Writable } from "node:stream";
import { AppError } from "../domain/errors.ts";

/** Where somebody types, and where that one is spoken to. */
interface Terminal {
  input: Readable & { isTTY?: boolean };
  write(text: string): void;
}

/** More than any password has, in bytes. */
const MAX_BYTES = 4_096;

/**
 * A new password: typed twice and unseen on a terminal, else the first line of what is piped in. Never a word of the
 * command, because those are seen by everybody on the machine and kept in the history of the shell.
 */
export async function readNewPassword(terminal: Terminal, signal: AbortSignal): Promise<string> {
  if (terminal.input.isTTY !== true) return readLine(terminal.input, signal);
  const first = await ask(terminal, "Password: ", signal);
  if ((await ask(terminal, "Once more: ", signal)) === first) return first;
  throw new AppError("invalid-input", "These were two different passwords");
}

function ask({ input, write }: Terminal, question: string, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // What is typed is written nowhere.
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const line = createInterface({ input, output: nowhere, terminal: true });
  const leave = (reason: unknown) => {
    reject(reason);
    line.close();
  };
  const abort = () => leave(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  line.on("SIGINT", () => leave(new AppError("cancelled", "Stopped")));
  line.on("close", () => {
    signal.removeEventListener("abort", abort);
    write("\n");
    reject(new AppError("invalid-input", "No password was given"));
  });
  write(question);
  line.on("line", (typed) => {
    resolve(typed);
    line.close();
  });
  if (signal.aborted) abort();
  return promise;
}

async function readLine(input: Readable, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const pieces: Buffer[] = [];
  const take = (piece: Buffer) => {
    pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    if (bytes.includes(0x0a) || bytes.length > MAX_BYTES) end();
  };
  const end = () => resolve(Buffer.concat(pieces).toString("utf8").split(/\r?\n/)[0] ?? "");
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  input.on("data", take).once("end", end).once("error", reject);
  if (signal.aborted) abort();
  try {
    const line = await promise;
    if (line === "") {
      throw new AppError("invalid-input", "No password was given", {
        details: "Type it on a terminal, or pipe it in",
      });
    }
    return line;
  } finally {
    signal.removeEventListener("abort", abort);
    // A pipe that stays open must not keep the process.
    input.destroy();
  }
}
