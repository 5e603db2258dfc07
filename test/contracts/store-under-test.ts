import { openDuring } from "./open-during.ts";

/** A store under test. The suites share a backend with others: they make ids of their own and never expect it empty. */
export interface StoreUnderTest<Store> {
  store: Store;
  /** Opens the same backend again, as after a restart; what was open before is closed. */
  reopen(): Promise<Store>;
  close(): Promise<void>;
}

/** A signal that never aborts. */
export const calm: AbortSignal = new AbortController().signal;

/**
 * Opens a store before the tests that follow, or before each of them, hands it over, and closes it afterwards. Gives
 * what opens it again, as after a restart, and hands it over once more.
 */
export function openStoreDuring<Store>(
  open: () => Promise<StoreUnderTest<Store>>,
  per: "suite" | "test",
  onOpened: (store: Store) => void,
): () => Promise<void> {
  let opened: StoreUnderTest<Store>;
  openDuring(open, per, (now) => {
    opened = now;
    onOpened(now.store);
  });
  return async () => onOpened(await opened.reopen());
}
