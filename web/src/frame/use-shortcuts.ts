import { useEffect } from "react";
import { startChat } from "../chat/ask-about.ts";
import { toggleSidePane } from "../kit/side-pane-button.tsx";
import { WIDE } from "../kit/use-media.ts";
import { isLocked } from "../state/account.ts";
import { closeSource, goTo, place } from "../state/location.ts";
import { overlay } from "../state/overlay-store.ts";
import { preferences } from "../state/preferences.ts";
import { lastPlaces } from "./last-places.ts";

/** Whether this is a keyboard with a command key. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys that work everywhere. Single ones stay out of fields, and can be switched off. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isLocked()) return;
      const run =
        event.ctrlKey || event.metaKey ? withCommand(event) : event.altKey ? withAlt(event) : single(event);
      if (run === null) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

type Action = (() => void) | null;

function withCommand(event: KeyboardEvent): Action {
  const key = event.key.toLowerCase();
  if (key === "k" && !event.shiftKey)
    return () => overlay.update((shown) => (shown === "palette" ? null : "palette"));
  if (key === "o" && event.shiftKey) return () => startChat();
  if (key === "b" && !event.shiftKey) return () => toggleSidePane(window.matchMedia(WIDE).matches);
  return null;
}

function withAlt(event: KeyboardEvent): Action {
  switch (event.code) {
    case "Digit1":
      return () => goTo({ name: "library" });
    case "Digit2":
      return () => goTo({ name: "chat", sessionId: lastPlaces.get().chat });
    case "Digit3":
      return showLastSource;
    default:
      return null;
  }
}

function showLastSource(): void {
  const { chat, source } = lastPlaces.get();
  if (place.get().source === null && source !== null) goTo({ name: "chat", sessionId: chat }, { source });
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#document-tab [tabindex='0']")?.focus());
}

function single(event: KeyboardEvent): Action {
  if (isInField(event.target) || overlay.get() !== null) return null;
  if (event.key === "Escape" && place.get().source !== null) return closeSource;
  if (!preferences.get().singleKeys) return null;
  if (event.key === "?") return () => overlay.set("shortcuts");
  if (event.key === "/") return focusSearch;
  return null;
}

function focusSearch(): void {
  goTo({ name: "library" });
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.getElementById("library-search")?.focus()),
  );
}

function isInField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
