import type { Calibration, LibraryEvidence } from "../../../ports/embedder.ts";
import { languageOf } from "../answerer/question-language.ts";
import { LIFT } from "./compose-vector.ts";
import { WIDTH } from "./minilm-graph.ts";

/**
 * What a cosine is lifted by: `base` for a question whose words the library knows, less where it does not know them, and
 * more where a passage holds most of them. Chosen in docs/decisions/0003-embedded-embedder.md.
 */
interface Lifts {
  base: number;
  /** What goes where no word is known. */
  unknown: number;
  /** What comes where a passage holds the share `whole` of the words; nothing at the share `some`. */
  together: number;
  some: number;
  whole: number;
}

const ENGLISH: Lifts = { base: 0.23, unknown: 0.12, together: 0.05, some: 0.4, whole: 0.8 };
/** Of other languages the model knows less, so that words have to say more. */
const OTHER: Lifts = { base: 0.23, unknown: 0.15, together: 0.14, some: 0.3, whole: 0.7 };

/** How the cosines of a question are read: see the formula of docs/decisions/0003-embedded-embedder.md. */
export function calibrateQuestion(question: string): Calibration {
  const lifts = languageOf(question) === "en" ? ENGLISH : OTHER;
  return {
    meaningOf(vector) {
      const length = Math.hypot(...vector.subarray(0, WIDTH)) || 1;
      return vector.map((value, i) => (i < WIDTH ? value / length : 0));
    },
    cosineFor: (cosine, evidence) => lifted(bare(cosine, LIFT), liftOf(lifts, evidence)),
    leastFor: (cosine) => Math.min(cosine, lifted(bare(cosine, mostLift(lifts)), LIFT)),
  };
}

/** Between so many chunks and so many, words come to count: a small library knows few of them, and is rarely near by chance. */
const FEW = 60;
const MANY = 800;

function liftOf({ base, unknown, together, some, whole }: Lifts, evidence: LibraryEvidence): number {
  const share = within((evidence.together - some) / (whole - some));
  const weight = within(Math.log(evidence.chunks / FEW) / Math.log(MANY / FEW));
  const known = LIFT + weight * (base - unknown * (1 - evidence.known) - LIFT);
  return known + share * (ENGLISH.together + weight * (together - ENGLISH.together));
}

/** The most that `liftOf` gives. */
function mostLift({ base, together }: Lifts): number {
  return Math.max(LIFT + ENGLISH.together, base + together);
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** The cosine of a passage with a question whose constant gives this lift. */
function lifted(bare: number, lift: number): number {
  return scaleFor(lift) * bare + lift;
}

function bare(cosine: number, lift: number): number {
  return (cosine - lift) / scaleFor(lift);
}

/** Vectors have unit length: the larger a question's constant, the less is left for the rest of it. */
function scaleFor(lift: number): number {
  return Math.sqrt((1 - lift ** 2 / LIFT) * (1 - LIFT));
}
