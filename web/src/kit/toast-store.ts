import { createStore } from "../state/store.ts";

/** A short message that goes by itself, with something to do where there is something to do. */
export interface Toast {
  id: number;
  kind: "news" | "failure";
  message: string;
  details?: string | undefined;
  action?: { label: string; run(): void } | undefined;
  /** How long it stays; failures stay until they are closed. */
  stayMs: number | null;
}

/** The toasts that are shown. */
export const toasts = createStore<readonly Toast[]>([]);

const NEWS_MS = 5_000;
const MOST = 4;
let lastId = 0;

/** Shows a toast and returns its id. */
export function showToast(toast: Omit<Toast, "id" | "stayMs"> & { stayMs?: number | null }): number {
  const id = ++lastId;
  const stayMs = toast.stayMs === undefined ? (toast.kind === "news" ? NEWS_MS : null) : toast.stayMs;
  toasts.update((shown) => [...shown, { ...toast, id, stayMs }].slice(-MOST));
  return id;
}

/** Takes a toast away. */
export function closeToast(id: number): void {
  toasts.update((shown) => shown.filter((toast) => toast.id !== id));
}
