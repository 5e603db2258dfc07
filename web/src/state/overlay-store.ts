import { createStore } from "./store.ts";

/** What lies above the page, if anything. */
export const overlay = createStore<"palette" | "shortcuts" | null>(null);

/** Whether the side pane is drawn over the page, where there is no room beside it. */
export const isDrawerOpen = createStore(false);
