import { parseArgs } from "node:util";
import { AppError } from "../domain/errors.ts";

/**
 * What a command takes: a flag is there or not, a value has to be there, an optional one may be, and a word has to be
 * there without a name before it.
 */
type Options = Record<string, "flag" | "value" | "optional" | "word">;

type Given<O extends Options> = {
  [K in keyof O]: O[K] extends "flag" ? boolean : O[K] extends "optional" ? string | undefined : string;
};

/** The options among a command's words. Anything else, and a value that is missing, is refused. */
export function readOptions<O extends Options>(words: readonly string[], options: O): Given<O> {
  const { names, given } = readWords(words, options);
  const [unexpected] = names;
  if (unexpected !== undefined) {
    throw new AppError("invalid-input", `Nobody knows what to do with ${unexpected}`, { details: HELP });
  }
  return given;
}

/** The options among a command's words, and the words that are none. */
export function readWords<O extends Options>(
  words: readonly string[],
  options: O,
): { names: string[]; given: Given<O> } {
  const names = Object.keys(options);
  const { values, positionals } = parse(words, options);
  for (const word of names.filter((name) => options[name] === "word")) values[word] = positionals.shift();
  for (const name of names) {
    const kind = options[name];
    if ((kind !== "value" && kind !== "word") || values[name]) continue;
    const shown = kind === "word" ? name.toUpperCase() : `--${name}`;
    throw new AppError("invalid-input", `${shown} is missing`, { details: HELP });
  }
  const entries = names.map((name) => [
    name,
    options[name] === "flag" ? values[name] === true : values[name],
  ]);
  // Every name has the kind that `options` gives it: a flag was made a boolean, a value was found to be a text.
  return { names: positionals, given: Object.fromEntries(entries) as Given<O> };
}

const HELP = "`npm run carrel -- help` shows what each command takes";

function parse(
  words: readonly string[],
  options: Options,
): { values: Record<string, unknown>; positionals: string[] } {
  const known = Object.entries(options)
    .filter(([, kind]) => kind !== "word")
    .map(([name, kind]) => [name, { type: kind === "flag" ? "boolean" : "string" }] as const);
  try {
    const given = { args: [...words], options: Object.fromEntries(known), strict: true };
    return parseArgs({ ...given, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new AppError("invalid-input", message, { details: HELP, cause: error });
  }
}
