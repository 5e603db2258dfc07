/** A store under test. The suites share a backend with others: they make ids of their own and never expect it empty. */
export interface StoreUnderTest<Store> {
  store: Store;
  /** Opens the same backend again, as after a restart; what was open before is closed. */
  reopen(): Promise<Store>;
  close(): Promise<void>;
}

/** A signal that never aborts. */
export const calm: AbortSignal = new AbortController().signal;
