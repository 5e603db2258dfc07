import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { FIXED_FLOORS } from "./floor-curve.ts";
import type { SetResult, Way } from "./measure-set.ts";

/** Figures by name, `handbook / places / search / nDCG@10`. */
export type Figures = Record<string, number>;

const PATH = new URL("baseline.json", import.meta.url);
/** How much a figure may get worse. */
export const TOLERANCE = 0.01;
/** Ways that are the service's own; the others stand beside them for comparison. */
const OWN: readonly Way[] = ["search", "hybrid", "chat"];
/** Names of figures of which less is better. */
const LESS_IS_BETTER = / (?:found at [\d.]+|with sources|wrong)$/;

/** The figures of a set that are watched. Latency is none: it depends on the machine. */
export function figuresOf({ name, rankings, floors, offTopicSources, answers }: SetResult): Figures {
  const figures: Figures = {};
  for (const { unit, way, ndcg, recall, mrr, hit } of rankings.filter((ranking) =>
    OWN.includes(ranking.way),
  )) {
    const key = `${name} / ${unit} / ${way}`;
    if (way === "chat") Object.assign(figures, { [`${key} / nDCG`]: ndcg, [`${key} / hit@5`]: hit });
    else {
      Object.assign(figures, {
        [`${key} / nDCG@10`]: ndcg,
        [`${key} / recall@5`]: recall,
        [`${key} / MRR@10`]: mrr,
      });
    }
  }
  for (const { floor, kept, everyday, smallTalk } of floors.filter(({ floor }) => isFixed(floor))) {
    figures[`${name} / floor / relevant kept at ${floor}`] = kept;
    figures[`${name} / floor / everyday found at ${floor}`] = everyday;
    figures[`${name} / floor / small talk found at ${floor}`] = smallTalk;
  }
  figures[`${name} / chat / everyday with sources`] = offTopicSources.everyday;
  figures[`${name} / chat / small talk with sources`] = offTopicSources.smallTalk;
  for (const verdict of answers.length > 0 ? (["right", "wrong"] as const) : []) {
    const count = answers.filter((answer) => answer.verdict === verdict).length;
    figures[`${name} / answers ${verdict}`] = count / answers.length;
  }
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, Number(value.toFixed(4))]));
}

/** Whether a floor is one of the interface's. */
export function isFixed(floor: number): boolean {
  return FIXED_FLOORS.includes(floor);
}

/** The recorded figures. */
export function readBaseline(): Figures {
  return existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as Figures) : {};
}

/** Records the figures of the sets that were measured, in the place of theirs; those of other sets stay. */
export function recordBaseline(figures: Figures, sets: readonly string[]): void {
  const others = Object.entries(readBaseline()).filter(
    ([key]) => !sets.some((set) => key.startsWith(`${set} /`)),
  );
  const all = [...others, ...Object.entries(figures)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(PATH, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** A sentence for every recorded figure of the measured sets that got worse by more than the tolerance, or is gone. */
export function worsened(recorded: Figures, figures: Figures, sets: readonly string[]): string[] {
  return Object.entries(recorded)
    .filter(([key]) => sets.some((set) => key.startsWith(`${set} /`)))
    .flatMap(([key, before]) => {
      const now = figures[key];
      if (now === undefined) return [`${key}: was ${before}, and is no longer measured`];
      const loss = LESS_IS_BETTER.test(key) ? now - before : before - now;
      return loss > TOLERANCE + 1e-9 ? [`${key}: was ${before}, is ${now}`] : [];
    });
}
