/** Works on several items at a time; the first failure stops the rest and is thrown when all of them have ended. */
export async function forEachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) {
      stop.throwIfAborted();
      await work(item, index, stop);
    }
  };
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, worker);
  try {
    await Promise.all(workers);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(workers);
    signal.throwIfAborted();
    throw error;
  }
}
