/** The interface's floors: of chat, and of search where no other is asked for. */
export const FIXED_FLOORS: readonly number[] = [0.4, 0.5];
/** From 0.35 to 0.55; divided, because added steps would miss 0.4 by a little. */
const FLOORS = Array.from({ length: 9 }, (_, i) => (14 + i) / 40);

/** What one floor lets through, each as a share from 0 to 1. */
export interface FloorPoint {
  floor: number;
  /** Relevant passages that stay. */
  kept: number;
  /** Everyday questions about something else that find something. */
  everyday: number;
  /** Greetings, thanks and questions about the service that find something. */
  smallTalk: number;
}

interface FloorScores {
  /** The score of every relevant passage for its question. */
  relevant: readonly number[];
  /** The best score that each off-topic question found. */
  everyday: readonly number[];
  smallTalk: readonly number[];
}

/** What the floors from 0.35 to 0.55 would let through. */
export function floorCurve({ relevant, everyday, smallTalk }: FloorScores): FloorPoint[] {
  return FLOORS.map((floor) => ({
    floor,
    kept: shareAbove(relevant, floor),
    everyday: shareAbove(everyday, floor),
    smallTalk: shareAbove(smallTalk, floor),
  }));
}

function shareAbove(scores: readonly number[], floor: number): number {
  return scores.filter((score) => score >= floor).length / scores.length;
}
