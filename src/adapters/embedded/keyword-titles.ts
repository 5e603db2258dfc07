import { splitSentences } from "../../domain/split-sentences.ts";
import { isStopWord, termsOf, wordsOf } from "../../domain/terms.ts";
import type { TitleModel } from "../../ports/title-model.ts";

const MAX_WORDS = 5;
/** What is longer is a run of a script without spaces, of which the beginning says enough. */
const LONGEST_WORD = 50;
/** How much of a message is read: a pasted document says no more about a conversation than its beginning. */
const MESSAGE_LENGTH = 2000;

/** Names a conversation by the most telling words of its first messages, as they stand there and in that order. */
export function openKeywordTitles(): TitleModel {
  return {
    async suggestTitle(userMessages, signal) {
      signal.throwIfAborted();
      return keywordsOf(userMessages)
        .sort((a, b) => b.weight - a.weight)
        .slice(0, MAX_WORDS)
        .sort((a, b) => a.position - b.position)
        .map(({ word }) => word)
        .join(" ");
    },
  };
}

interface Keyword {
  word: string;
  weight: number;
  position: number;
}

const ASKING: ReadonlySet<string> = new Set(
  (
    "please tell explain show give want know help need find get let make like think say said see look use using used hello hi hey dear thanks thank question questions answer answers " +
    "document documents file files text anything something everything one ones thing things many much may might must shall us don doesn isn aren won couldn wouldn shouldn didn wasn weren hasn haven ll ve re " +
    "bitte kannst können kann mir sag erkläre zeige gib es ich du er sie wir ihr man sich gibt hat haben welche welcher welches warum wieso"
  ).split(" "),
);

function keywordsOf(messages: readonly string[]): Keyword[] {
  const keywords = new Map<string, Keyword>();
  let position = 0;
  for (const [age, message] of messages.entries()) {
    for (const sentence of splitSentences(message.slice(0, MESSAGE_LENGTH))) {
      for (const [place, word] of wordsOf(sentence.text).entries()) {
        position++;
        const key = termsOf(word).join(" ");
        const known = keywords.get(key);
        if (known) known.weight += 0.3;
        else if (isTelling(word)) {
          keywords.set(key, { word, weight: weigh(word, place === 0) / (1 + age / 2), position });
        }
      }
    }
  }
  return [...keywords.values()];
}

function isTelling(word: string): boolean {
  const lower = word.toLowerCase();
  const stem = lower.replace(/['’].*$/u, "");
  const isLetter = /^\p{L}$/u.test(word) && !/^[\p{Lo}\p{Lu}]$/u.test(word);
  return !isLetter && ![lower, stem].some((form) => form === "i" || isStopWord(form) || ASKING.has(form));
}

/** Long words are rarer than short ones; names, acronyms and codes tell the most. */
function weigh(whole: string, isFirst: boolean): number {
  const word = whole.slice(0, LONGEST_WORD);
  const isName = /^\p{Lu}/u.test(word) && !isFirst;
  const isCode = /\p{Lu}.*\p{Lu}|\p{L}.*\p{N}|\p{N}.*\p{L}/u.test(word);
  return Math.min(word.length, 10) / 10 + (isName || isCode ? 1 : 0);
}
