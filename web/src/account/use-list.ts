import { useCallback, useEffect, useState } from "react";
import { sayFailure } from "../api/request.ts";
import { showToast } from "../kit/toast-store.ts";
import { currentText } from "../text/use-text.ts";

/** A list of the service's, as far as it is known. */
export type Listed<Item> =
  | { state: "loading" }
  | { state: "ready"; items: Item }
  | { state: "failed"; error: unknown };

/** Reads a list, and again on demand. `read` must stay the same function. */
export function useList<Item>(read: () => Promise<Item>): { listed: Listed<Item>; reload(): void } {
  const [listed, setListed] = useState<Listed<Item>>({ state: "loading" });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each asking is a new one
  useEffect(() => {
    let isStale = false;
    read().then(
      (items) => {
        if (!isStale) setListed({ state: "ready", items });
      },
      (error: unknown) => {
        if (!isStale) setListed({ state: "failed", error });
      },
    );
    return () => {
      isStale = true;
    };
  }, [read, asked]);
  const reload = useCallback(() => setAsked((count) => count + 1), []);
  return { listed, reload };
}

/** Does something to a list and says how it went; `true` where it did. */
export async function tryTo(act: () => Promise<unknown>, news: string): Promise<boolean> {
  try {
    await act();
  } catch (error) {
    showToast({ kind: "failure", message: currentText().account.failed, details: sayFailure(error) });
    return false;
  }
  showToast({ kind: "news", message: news });
  return true;
}
