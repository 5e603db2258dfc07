import { parseArgs } from "node:util";
import { AppError } from "../domain/errors.ts";

/** What a command takes: a flag is there or not, a value has to be there, and so has the one word without a name. */
type Options = Record<string, "flag" | "value" | "word">;

type Given<O extends Options> = { [K in keyof O]: O[K] extends "flag" ? boolean : string };

/** The options among a command's words. Anything else, and a value that is missing, is refused. */
export function readOptions<O extends Options>(words: readonly string[], options: O): Given<O> {
  const names = Object.keys(options);
  const given = parse(words, options);
  for (const name of names) {
    if (options[name] !== "flag" && !given[name]) {
      const shown = options[name] === "word" ? name.toUpperCase() : `--${name}`;
      throw new AppError("invalid-input", `${shown} is missing`, { details: HELP });
    }
  }
  const entries = names.map((name) => [name, options[name] === "flag" ? given[name] === true : given[name]]);
  // Every name has the kind that `options` gives it: a flag was made a boolean, a value was found to be a text.
  return Object.fromEntries(entries) as Given<O>;
}

const HELP = "`npm run carrel -- help` shows what each command takes";

function parse(words: readonly string[], options: Options): Record<string, unknown> {
  const known = Object.entries(options)
    .filter(([, kind]) => kind !== "word")
    .map(([name, kind]) => [name, { type: kind === "flag" ? "boolean" : "string" }] as const);
  const word = Object.keys(options).find((name) => options[name] === "word");
  try {
    const { values, positionals } = parseArgs({
      ...{ args: [...words], options: Object.fromEntries(known), strict: true },
      allowPositionals: word !== undefined,
    });
    const [first, second] = positionals;
    if (second !== undefined) throw new Error(`Unexpected argument '${second}'`);
    return word === undefined ? values : { ...values, [word]: first };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new AppError("invalid-input", message, { details: HELP, cause: error });
  }
}
