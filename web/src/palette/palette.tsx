import { type KeyboardEvent, useMemo, useState } from "react";
import { startChat } from "../chat/ask-about.ts";
import { useSessions } from "../chat/session-store.ts";
import { titleOf } from "../chat/session-title.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Icon } from "../kit/icon.tsx";
import { useDocuments } from "../library/document-store.ts";
import { goTo } from "../state/location.ts";
import { overlay } from "../state/overlay-store.ts";
import { preferences, setPreferences } from "../state/preferences.ts";
import type { Text } from "../text/en.ts";
import { useText } from "../text/use-text.ts";
import { matchEntries, type PaletteEntry } from "./match-entries.ts";

const ICONS = { commands: "right", documents: "page", chats: "chat" } as const;

/** One field that finds documents, chats and commands. */
export function Palette({ onClose }: { onClose(): void }) {
  const t = useText();
  const entries = useEntries();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = useMemo(() => withQuestion(matchEntries(entries, query), query, t), [entries, query, t]);
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      const next = (chosen + step + found.length) % found.length;
      setChosen(next);
      document.getElementById(`entry-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t.shell.palette} onClose={onClose} hasHiddenTitle className="!mt-[12vh]">
      <div className="flex items-center gap-3 border-line border-b px-5">
        <span className="text-ink-faint">
          <Icon name="search" />
        </span>
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found.length > 0 ? `entry-${chosen}` : undefined}
          aria-label={t.palette.placeholder}
          placeholder={t.palette.placeholder}
          className="h-14 min-w-0 flex-1 bg-transparent text-lg outline-none"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="palette-list" role="listbox" aria-label={t.shell.palette} className="overflow-y-auto p-2">
        {found.map((entry, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works in the field
          <div
            key={entry.id}
            id={`entry-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            className={`flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2.5 ${i === chosen ? "bg-hover" : ""}`}
            onMouseMove={() => setChosen(i)}
            onClick={() => run(entry)}
          >
            <span className="text-ink-faint">
              <Icon name={ICONS[entry.kind]} />
            </span>
            <span className="min-w-0 flex-1 truncate">{entry.label}</span>
            <span className="text-ink-faint text-xs">
              {entry.kind === "commands" ? t.palette.commands : t.shell[entry.kind]}
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-5 pb-5 text-ink-faint">
          {t.palette.nothing}
        </p>
      )}
    </Dialog>
  );
}

function withQuestion(found: PaletteEntry[], query: string, t: Text): PaletteEntry[] {
  const question = query.trim();
  if (question === "") return found;
  const ask: PaletteEntry = {
    id: "ask",
    kind: "commands",
    label: t.palette.askFor(question),
    run: () => startChat(question),
  };
  return [...found, ask];
}

function useEntries(): PaletteEntry[] {
  const t = useText();
  const { documents } = useDocuments();
  const { sessions } = useSessions();
  return useMemo(() => {
    const commands: [string, () => void][] = [
      [t.shell.newChat, () => startChat()],
      [t.shell.library, () => goTo({ name: "library" })],
      [t.shell.settings, () => goTo({ name: "settings" })],
      [t.palette.switchTheme, switchTheme],
      [t.shell.shortcuts, () => overlay.set("shortcuts")],
    ];
    return [
      ...commands.map(([label, run]): PaletteEntry => ({ id: label, kind: "commands", label, run })),
      ...documents.map(
        ({ documentId, documentName }): PaletteEntry => ({
          id: documentId,
          kind: "documents",
          label: documentName,
          run: () => goTo({ name: "document", documentId }),
        }),
      ),
      ...sessions.map(
        (session): PaletteEntry => ({
          id: session.$id,
          kind: "chats",
          label: titleOf(session, t.shell.newChat),
          run: () => goTo({ name: "chat", sessionId: session.$id }),
        }),
      ),
    ];
  }, [t, documents, sessions]);
}

function switchTheme(): void {
  const { theme } = preferences.get();
  const isDark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  setPreferences({ theme: isDark ? "light" : "dark" });
}
