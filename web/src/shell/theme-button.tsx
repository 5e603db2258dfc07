import { useText } from "../text/use-text.ts";
import { Icon } from "./icon.tsx";
import { preferences, setPreferences, type Theme } from "./preferences.ts";
import { useStore } from "./store.ts";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: "screen", light: "sun", dark: "moon" } as const;

/** Turns through the themes: the system's, light, dark. */
export function ThemeButton() {
  const t = useText();
  const theme = useStore(preferences, (chosen) => chosen.theme);
  const label = `${t.settings.theme}: ${t.shell.theme[theme]}`;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => setPreferences({ theme: NEXT[theme] })}
    >
      <Icon name={ICONS[theme]} />
    </button>
  );
}
