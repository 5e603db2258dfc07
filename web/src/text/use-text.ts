import { languageOf, preferences } from "../state/preferences.ts";
import { useStore } from "../state/store.ts";
import { de } from "./de.ts";
import { en, type Text } from "./en.ts";

const TEXTS: Record<"en" | "de", Text> = { en, de };

/** The page's words in the chosen language. */
export function useText(): Text {
  return TEXTS[useStore(preferences, languageOf)];
}

/** The same outside of components. */
export function currentText(): Text {
  return TEXTS[languageOf(preferences.get())];
}

/** The chosen language, for dates and numbers. */
export function useLanguage(): "en" | "de" {
  return useStore(preferences, languageOf);
}
