import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";

/** How many tokens of a text the model reads, the two marks at its ends among them. */
export const MAX_TOKENS = 256;

/** Gives the ids of a text's first tokens, between the marks of its beginning and its end. */
type Tokenize = (text: string) => number[];

/** Opens a `tokenizer.json`. Its own padding and cut at 128 tokens are left out. */
export function openTokenizer(path: URL): Tokenize {
  const { padding: _, truncation: __, ...definition } = JSON.parse(readFileSync(path, "utf8"));
  const tokenizer = new Tokenizer(definition, {});
  return (text) => {
    const ids = tokenizer.encode(text.slice(0, MAX_CHARACTERS).toWellFormed()).ids;
    return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
  };
}

/** More than 256 tokens ever need in practice; spares the tokenizer the rest of a long text. */
const MAX_CHARACTERS = 8192;
