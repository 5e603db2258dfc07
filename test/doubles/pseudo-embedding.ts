import { termsOf } from "../../src/domain/terms.ts";

/** Words of one subject, so that texts can be alike without sharing a word. */
const SUBJECTS: readonly string[] = [
  "cat tomcat kitten dog pet sleep night windowsill",
  "company revenue income sales profit quarter develop growth money",
  "bake sourdough bread loaf oven temperature degrees dough recipe",
];

const SLOTS_PER_TERM = 4;
const SUBJECT_WEIGHT = 1.5;

/** A vector that depends on the words of a text alone: texts that share words or a subject are near each other. */
export function pseudoEmbedding(text: string, length: number): number[] {
  const vector = new Array<number>(length).fill(0);
  const terms = termsOf(text);
  for (const term of terms.length > 0 ? terms : [`text ${text}`]) {
    addTerm(vector, term, 1);
    const subject = SUBJECT_OF.get(term);
    if (subject !== undefined) addTerm(vector, subject, SUBJECT_WEIGHT);
  }
  return vector;
}

const SUBJECT_OF: ReadonlyMap<string, string> = new Map(
  SUBJECTS.flatMap((words, i) => termsOf(words).map((term) => [term, `subject ${i}`] as const)),
);

function addTerm(vector: number[], term: string, weight: number): void {
  let hash = 2_166_136_261;
  for (const character of term) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  for (let slot = 0; slot < SLOTS_PER_TERM; slot++) {
    hash = Math.imul(hash ^ (hash >>> 15) ^ slot, 2_246_822_519);
    const position = (hash >>> 8) % vector.length;
    vector[position] = (vector[position] ?? 0) + ((hash & 1) === 0 ? weight : -weight);
  }
}
