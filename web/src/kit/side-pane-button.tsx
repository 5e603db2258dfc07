import { isDrawerOpen } from "../state/overlay-store.ts";
import { preferences, setPreferences } from "../state/preferences.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { IconButton } from "./icon-button.tsx";
import { useMedia, WIDE } from "./use-media.ts";

/** Shows or hides the side pane: beside the page where there is room, over it where there is none. */
export function SidePaneButton() {
  const t = useText();
  const isWide = useMedia(WIDE);
  const isBeside = useStore(preferences, (chosen) => chosen.isSidePaneOpen);
  const isOver = useStore(isDrawerOpen);
  const isOpen = isWide ? isBeside : isOver;
  const label = isOpen ? t.shell.hideSide : t.shell.showSide;
  return <IconButton icon="sidebar" label={label} onClick={() => toggleSidePane(isWide)} />;
}

/** Turns the side pane over. */
export function toggleSidePane(isWide: boolean): void {
  if (isWide) setPreferences({ isSidePaneOpen: !preferences.get().isSidePaneOpen });
  else isDrawerOpen.update((isOpen) => !isOpen);
}
