import { parseArgs } from "node:util";
import { AppError } from "../domain/errors.ts";

/** What a command takes: a flag is there or not, a value has to be there, an optional one may be. */
type Options = Record<string, "flag" | "value" | "optional">;

type Given<O extends Options> = {
  [K in keyof O]: O[K] extends "flag" ? boolean : O[K] extends "optional" ? string | undefined : string;
};

/** The options among a command's words. Anything else, and a value that is missing, is refused. */
export function readOptions<O extends Options>(words: readonly string[], options: O): Given<O> {
  const names = Object.keys(options);
  const given = parse(words, options);
  for (const name of names) {
    if (options[name] === "value" && !given[name]) {
      throw new AppError("invalid-input", `--${name} is missing`, { details: HELP });
    }
  }
  const entries = names.map((name) => [name, options[name] === "flag" ? given[name] === true : given[name]]);
  // Every name has the kind that `options` gives it: a flag was made a boolean, a value was found to be a text.
  return Object.fromEntries(entries) as Given<O>;
}

const HELP = "`npm run carrel -- help` shows what each command takes";

function parse(words: readonly string[], options: Options): Record<string, unknown> {
  const known = Object.entries(options).map(
    ([name, kind]) => [name, { type: kind === "flag" ? "boolean" : "string" }] as const,
  );
  try {
    return parseArgs({ args: [...words], options: Object.fromEntries(known), strict: true }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new AppError("invalid-input", message, { details: HELP, cause: error });
  }
}
