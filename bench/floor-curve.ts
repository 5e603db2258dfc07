/** What a floor lets through, among relevant passages and among questions that have no answer. */
export interface FloorCurve {
  /** The score of every relevant passage for its question. */
  relevantScores: readonly number[];
  /** The best score that each off-topic question found. */
  offTopicScores: readonly number[];
}

/** Prints, for a range of floors, how many relevant passages stay and how many off-topic questions find something. */
export function printFloorCurve(name: string, { relevantScores, offTopicScores }: FloorCurve): void {
  const rows = FLOORS.map((floor) => ({
    floor: floor.toFixed(3),
    "relevant passages kept": percent(shareAbove(relevantScores, floor)),
    "off-topic questions that find something": percent(shareAbove(offTopicScores, floor)),
  }));
  console.log(
    `\n${name}: ${relevantScores.length} relevant passages, ${offTopicScores.length} off-topic questions`,
  );
  console.table(rows);
}

/** The cosine of two unit vectors; of parts of them, what they add to it. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

const FLOORS = Array.from({ length: 13 }, (_, i) => 0.3 + i * 0.025);

function shareAbove(scores: readonly number[], floor: number): number {
  return scores.filter((score) => score >= floor).length / scores.length;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
