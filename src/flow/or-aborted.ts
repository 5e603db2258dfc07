/** The promise, or the signal's reason as soon as it is aborted. What the promise stands for goes on. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** What the source gives, and the signal's reason as soon as it is aborted, even where the source is stuck. */
export async function* eachOrAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    while (true) {
      signal.throwIfAborted();
      const next = await orAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // The source may hold something open. It is not waited for: a stuck one would keep its reader.
    void Promise.allSettled([iterator.return?.()]);
  }
}
