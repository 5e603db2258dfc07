import { useMemo, useState } from "react";
import type { SessionSummary } from "../../../src/domain/session.ts";
import { Menu } from "../kit/menu.tsx";
import { RenameField } from "../kit/rename-field.tsx";
import { SearchField } from "../kit/search-field.tsx";
import { linkTo, usePlace } from "../state/location.ts";
import { useText } from "../text/use-text.ts";
import { groupSessions, matchSessions } from "./group-sessions.ts";
import { removeSession, renameSession, useSessions } from "./session-store.ts";
import { useSessionTexts } from "./session-texts.ts";
import { titleOf } from "./session-title.ts";

/** The chats, by day, with a search over all that was said. */
export function SessionList() {
  const t = useText();
  const { state, sessions } = useSessions();
  const [query, setQuery] = useState("");
  const textOf = useSessionTexts(sessions, query.trim() !== "");
  const groups = useMemo(
    () => groupSessions(matchSessions(sessions, query, textOf), new Date()),
    [sessions, query, textOf],
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {sessions.length > 0 && (
        <div className="px-3 pb-2">
          <SearchField
            label={t.chat.searchChats}
            value={query}
            onChange={setQuery}
            clearLabel={t.library.clearSearch}
          />
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {state === "loading" && <Skeleton />}
        {state !== "loading" && groups.length === 0 && (
          <p className="px-3 py-4 text-ink-faint text-sm">
            {query === "" ? t.chat.noChats : t.palette.nothing}
          </p>
        )}
        {groups.map(({ group, sessions: members }) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h3 id={`group-${group}`} className="px-3 pt-4 pb-1 font-semibold text-ink-faint text-xs">
              {t.chat.groups[group]}
            </h3>
            <ul>
              {members.map((session) => (
                <SessionLine key={session.$id} session={session} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function SessionLine({ session }: { session: SessionSummary }) {
  const t = useText();
  const { route } = usePlace();
  const [isRenaming, setRenaming] = useState(false);
  const title = titleOf(session, t.shell.newChat);
  const isOpen = route.name === "chat" && route.sessionId === session.$id;
  if (isRenaming) {
    return (
      <li className="px-1 py-1">
        <RenameField
          name={title}
          label={t.library.renameOf(title)}
          onDone={(newTitle) => {
            setRenaming(false);
            if (newTitle !== null) void renameSession(session.$id, newTitle);
          }}
        />
      </li>
    );
  }
  return (
    <li className={`group flex items-center rounded-lg ${isOpen ? "bg-lamp-soft" : "hover:bg-hover"}`}>
      <a
        className="min-w-0 flex-1 truncate px-3 py-2 text-sm"
        aria-current={isOpen ? "page" : undefined}
        title={title}
        {...linkTo({ name: "chat", sessionId: session.$id })}
      >
        {title}
      </a>
      <span className="opacity-0 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <Menu
          label={`${t.shell.more}: ${title}`}
          items={() => [
            { label: t.library.rename, icon: "pencil", run: () => setRenaming(true) },
            { label: t.library.delete, icon: "trash", isDangerous: true, run: () => removeSession(session) },
          ]}
        />
      </span>
    </li>
  );
}

function Skeleton() {
  return (
    <div className="space-y-3 px-3 pt-4" aria-hidden="true">
      {[80, 64, 72, 50].map((width) => (
        <div key={width} className="skeleton h-4" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
