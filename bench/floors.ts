/** Where the interface's floors of 0.4 and 0.5 fall in a small library of everyday passages: `npx node bench/floors.ts`. */
import { openEmbeddedEmbedder } from "../src/adapters/embedded/embedder/open-embedded-embedder.ts";
import { cosine, printFloorCurve } from "./floor-curve.ts";
import { OFF_TOPIC_QUESTIONS } from "./off-topic-questions.ts";
import { OFFICE_LIBRARY } from "./office-library.ts";

const { signal } = new AbortController();
const embedder = openEmbeddedEmbedder();
const passages = await embedder.embedPassages(
  OFFICE_LIBRARY.map(({ text }) => text),
  () => undefined,
  signal,
);

const relevantScores: number[] = [];
let firstCount = 0;
for (const [i, { questions }] of OFFICE_LIBRARY.entries()) {
  for (const question of questions) {
    const scores = await scoresOf(question);
    const score = scores[i] ?? 0;
    relevantScores.push(score);
    if (score === Math.max(...scores)) firstCount++;
  }
}
const offTopicScores: number[] = [];
for (const question of OFF_TOPIC_QUESTIONS) offTopicScores.push(Math.max(...(await scoresOf(question))));
await embedder.close();

console.log(`The passage that answers comes first for ${firstCount} of ${relevantScores.length} questions.`);
printFloorCurve("office library", { relevantScores, offTopicScores });

async function scoresOf(question: string): Promise<number[]> {
  const query = await embedder.embedQuery(question, signal);
  return passages.map((passage) => cosine(query, passage));
}
