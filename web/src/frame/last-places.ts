import { place } from "../state/location.ts";
import type { SourceTarget } from "../state/route.ts";
import { createStore } from "../state/store.ts";

/** Where one was last, so that the way back leads there. */
export const lastPlaces = createStore<{ chat: string | null; source: SourceTarget | null }>({
  chat: null,
  source: null,
});

/** Remembers places as they are left. */
export function watchPlaces(): () => void {
  const note = () => {
    const { route, source } = place.get();
    lastPlaces.update((last) => ({
      chat: route.name === "chat" ? route.sessionId : last.chat,
      source: route.name === "chat" && source !== null ? source : last.source,
    }));
  };
  note();
  return place.subscribe(note);
}
