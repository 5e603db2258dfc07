import { IconButton } from "../kit/icon-button.tsx";
import { preferences, setPreferences, type Theme } from "../state/preferences.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: "screen", light: "sun", dark: "moon" } as const;

/** Turns through the themes: the system's, light, dark. */
export function ThemeButton() {
  const t = useText();
  const theme = useStore(preferences, (chosen) => chosen.theme);
  const label = `${t.settings.theme}: ${t.shell.theme[theme]}`;
  return (
    <IconButton icon={ICONS[theme]} label={label} onClick={() => setPreferences({ theme: NEXT[theme] })} />
  );
}
