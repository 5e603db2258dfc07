import { useSyncExternalStore } from "react";

/** A value that the page watches. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  update(change: (current: T) => T): void;
  subscribe(listener: () => void): () => void;
}

/** A store that starts with `initial`; setting the same value again tells nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const store: Store<T> = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    update: (change) => store.set(change(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return store;
}

/** The store's value, or the part of it that `select` picks; the component renders again when that changes. */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part;
export function useStore<T, Part>(store: Store<T>, select?: (value: T) => Part): T | Part {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()));
}
