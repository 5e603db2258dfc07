import { createStore } from "./store.ts";

export type Theme = "system" | "light" | "dark";
export type Language = "en" | "de";

/** What a person chose on this device. */
export interface Preferences {
  theme: Theme;
  /** The browser's language where nothing was chosen. */
  language: Language | null;
  userId: string;
  /** Whether single keys such as `?` are shortcuts. */
  singleKeys: boolean;
  libraryView: "list" | "grid";
  sidePane: "documents" | "chats";
  isSidePaneOpen: boolean;
  /** Share of the window's width that the Source pane takes. */
  sourceShare: number;
}

const KEY = "carrel.preferences";

const DEFAULTS: Preferences = {
  theme: "system",
  language: null,
  userId: "local",
  singleKeys: true,
  libraryView: "list",
  sidePane: "documents",
  isSidePaneOpen: true,
  sourceShare: 0.4,
};

/** The preferences of this browser, shared by its tabs. */
export const preferences = createStore<Preferences>(read());

/** Changes some preferences and keeps them. */
export function setPreferences(changes: Partial<Preferences>): void {
  preferences.update((current) => ({ ...current, ...changes }));
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences.get()));
  } catch (error) {
    // A browser that keeps nothing still works until the page is closed.
    reportError(error);
  }
}

/** Applies the theme, and follows what another tab chooses. */
export function watchPreferences(): () => void {
  const applyTheme = () => {
    const { theme } = preferences.get();
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  const follow = (event: StorageEvent) => {
    if (event.key === KEY) preferences.set(read());
  };
  applyTheme();
  const stop = preferences.subscribe(applyTheme);
  window.addEventListener("storage", follow);
  return () => {
    stop();
    window.removeEventListener("storage", follow);
  };
}

/** The language to speak. */
export function languageOf({ language }: Preferences): Language {
  return language ?? (navigator.language.toLowerCase().startsWith("de") ? "de" : "en");
}

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept !== null && typeof kept === "object" ? { ...DEFAULTS, ...kept } : DEFAULTS;
  } catch (error) {
    reportError(error);
    return DEFAULTS;
  }
}
