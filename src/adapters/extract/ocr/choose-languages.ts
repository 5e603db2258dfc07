import type { GreyPicture } from "./text-recognizer.ts";

/** What was read in a picture, and how sure that is, out of 100. */
export interface Reading {
  text: string;
  confidence: number;
}

type ReadPicture = (picture: GreyPicture, languages: readonly string[]) => Promise<Reading>;

interface LanguageChoice {
  /** Those that the settings name. */
  usual: readonly string[];
  /** All that could be used. */
  installed: readonly string[];
}

/** Below this, the letters may be those of another language. */
const DOUBTFUL = 70;
/** By how much another language must be surer. */
const CLEARLY = 8;
/** More languages at once are slower and no better. */
const MAX_AT_ONCE = 3;

/**
 * Opens a reader that finds the language of a picture: the one that its document seems to be in where that is installed;
 * else the usual ones, and where they are unsure the surest of the others on a part of the picture. What was found is
 * tried first with the next picture.
 */
export function openLanguageChoice(read: ReadPicture, { usual, installed }: LanguageChoice) {
  const others = installed.filter((language) => !usual.includes(language));
  let last: string | null = null;

  async function surest(picture: GreyPicture, confidence: number): Promise<string | null> {
    const part = middleOf(picture);
    let best: string | null = null;
    let most = confidence + CLEARLY;
    for (const language of last === null ? others : [last, ...others.filter((each) => each !== last)]) {
      const reading = await read(part, [language]);
      if (reading.confidence <= most || reading.text.trim() === "") continue;
      [best, most] = [language, reading.confidence];
      if (most > 100 - CLEARLY) break;
    }
    return best;
  }

  return async (picture: GreyPicture, likely: readonly string[] = []): Promise<string> => {
    const known = likely.filter((language) => installed.includes(language));
    const first = [...new Set([...known, ...usual])].slice(0, Math.max(MAX_AT_ONCE, usual.length));
    const reading = await read(picture, first);
    if (reading.confidence >= DOUBTFUL || others.length === 0) return reading.text;
    const language = await surest(picture, reading.confidence);
    if (language === null || first.includes(language)) return reading.text;
    last = language;
    const again = await read(picture, [language, ...usual].slice(0, MAX_AT_ONCE));
    return again.confidence > reading.confidence ? again.text : reading.text;
  };
}

const PART_ROWS = 500;

/** The rows around the middle of the upper half, where most pages have text. */
function middleOf({ width, height, pixels, dotsPerInch }: GreyPicture): GreyPicture {
  const rows = Math.min(height, PART_ROWS);
  const top = Math.max(0, Math.min(height - rows, Math.floor(height / 3 - rows / 2)));
  return { width, height: rows, pixels: pixels.slice(top * width, (top + rows) * width), dotsPerInch };
}
