/** Why a file gives no text, where the file itself is the reason. */
type FailureReason = "empty" | "scanned" | "encrypted" | "corrupt" | "too-large" | "unsupported";

/** Thrown by readers for whatever the file is to blame for; anything else that they throw is a bug of theirs. */
export class ReadFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ReadFailure";
    this.reason = reason;
  }
}

/** The file ends too early or is not what it claims to be. */
export function corrupt(format: string, cause?: unknown): ReadFailure {
  const message = `The file is damaged: it cannot be read as ${format}. Add a complete copy, or save it again where it was made.`;
  return new ReadFailure("corrupt", message, { cause });
}

/** The file needs a password. */
export function encrypted(format: string): ReadFailure {
  return new ReadFailure(
    "encrypted",
    `The file is a password-protected ${format}. Save it without the password and add it again.`,
  );
}

/** The file is larger, or becomes larger when it is unpacked, than a file may be. */
export function tooLarge(what: string): ReadFailure {
  return new ReadFailure("too-large", `The file is too large: ${what}.`);
}

/** The file is sound, and there is no word in it. */
export function wordless(label: string): ReadFailure {
  return new ReadFailure("empty", `The file is ${label} without any text.`);
}

/** There is nothing in the file. */
export function empty(): ReadFailure {
  return new ReadFailure("empty", "The file is empty or holds only white space.");
}

/** No reader knows this kind of file. */
export function unsupported(label: string): ReadFailure {
  return new ReadFailure("unsupported", `The file is unsupported: its content is ${label}.`);
}
