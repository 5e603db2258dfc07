import { ReadFailure } from "../read-failure.ts";

let isStuck = false;

/** Whether a picture still computes that was given up: nothing but the end of the process stops it. */
export function isDrawingStuck(): boolean {
  return isStuck;
}

/** What the work on a picture gives, if it gives it in time. */
export async function withinDrawingTime<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  if (isStuck) throw tooSlow(limitMs);
  let timer: NodeJS.Timeout | undefined;
  const timeOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isStuck = true;
      reject(tooSlow(limitMs));
    }, limitMs);
  });
  try {
    return await Promise.race([work(), timeOut]);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(limitMs: number): ReadFailure {
  const seconds = Math.round(limitMs / 1000);
  return new ReadFailure(
    "too-large",
    `The picture took too long to draw: it was given up after ${seconds} s.`,
  );
}
