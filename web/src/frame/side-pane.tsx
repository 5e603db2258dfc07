import { useEffect } from "react";
import { startChat } from "../chat/ask-about.ts";
import { SessionList } from "../chat/session-list.tsx";
import { Icon } from "../kit/icon.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { useMedia, WIDE } from "../kit/use-media.ts";
import { DocumentShelf } from "../library/document-shelf.tsx";
import { linkTo, usePlace } from "../state/location.ts";
import { isDrawerOpen } from "../state/overlay-store.ts";
import { preferences, setPreferences } from "../state/preferences.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";

/** Chats and documents, beside the page or drawn over it. */
export function SidePane() {
  const isWide = useMedia(WIDE);
  const isBeside = useStore(preferences, (chosen) => chosen.isSidePaneOpen);
  const isOver = useStore(isDrawerOpen);
  const t = useText();
  const { route, source } = usePlace();
  // Going somewhere is what the drawer was opened for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place says when, not what
  useEffect(() => isDrawerOpen.set(false), [route, source]);
  if (isWide) return isBeside ? <SidePaneContent className="w-[19rem] border-line border-r" /> : null;
  if (!isOver) return null;
  return (
    <div className="fixed inset-0 z-30 flex">
      <SidePaneContent className="w-[min(86vw,21rem)] border-line border-r shadow-float" />
      <button
        type="button"
        className="flex-1 bg-black/40"
        aria-label={t.shell.close}
        onClick={() => isDrawerOpen.set(false)}
      />
    </div>
  );
}

function SidePaneContent({ className }: { className: string }) {
  const t = useText();
  const tab = useStore(preferences, (chosen) => chosen.sidePane);
  return (
    <nav
      aria-label={t.shell[tab]}
      className={`flex h-full shrink-0 flex-col bg-paper pt-3 ${className}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") isDrawerOpen.set(false);
      }}
    >
      <div className="flex items-center gap-2 px-3 pb-3">
        <div className="segment flex-1 text-sm">
          {(["documents", "chats"] as const).map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={tab === choice}
              onClick={() => setPreferences({ sidePane: choice })}
            >
              {t.shell[choice]}
            </button>
          ))}
        </div>
        {tab === "chats" ? (
          <IconButton icon="plus" label={t.shell.newChat} onClick={() => startChat()} />
        ) : (
          <a className="icon-button" title={t.shell.library} {...linkTo({ name: "library" })}>
            <Icon name="books" />
            <span className="sr-only">{t.shell.library}</span>
          </a>
        )}
      </div>
      {tab === "chats" ? <SessionList /> : <DocumentShelf />}
    </nav>
  );
}
