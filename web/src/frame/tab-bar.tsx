import { Icon, type IconName } from "../kit/icon.tsx";
import { linkTo, usePlace } from "../state/location.ts";
import type { Route, SourceTarget } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { lastPlaces } from "./last-places.ts";

/** The three panes and the settings, within reach of a thumb. */
export function TabBar() {
  const t = useText();
  const { route, source } = usePlace();
  const last = useStore(lastPlaces);
  const chat: Route = { name: "chat", sessionId: last.chat };
  const isSource = route.name === "chat" && source !== null;
  return (
    <nav
      aria-label={t.shell.navigation}
      className="flex shrink-0 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Tab
        icon="books"
        label={t.shell.library}
        route={{ name: "library" }}
        isHere={route.name === "library" || route.name === "document"}
      />
      <Tab icon="chat" label={t.shell.chat} route={chat} isHere={route.name === "chat" && !isSource} />
      {last.source !== null && (
        <Tab icon="page" label={t.shell.source} route={chat} source={last.source} isHere={isSource} />
      )}
      <Tab
        icon="settings"
        label={t.shell.settings}
        route={{ name: "settings" }}
        isHere={route.name === "settings" || route.name === "account"}
      />
    </nav>
  );
}

interface TabProps {
  icon: IconName;
  label: string;
  route: Route;
  source?: SourceTarget;
  isHere: boolean;
}

function Tab({ icon, label, route, source, isHere }: TabProps) {
  return (
    <a
      className={`flex flex-1 flex-col items-center gap-0.5 py-2 text-[0.72rem] -outline-offset-2 ${isHere ? "font-semibold text-lamp" : "text-ink-soft"}`}
      aria-current={isHere ? "page" : undefined}
      {...linkTo(route, source ?? null)}
    >
      <Icon name={icon} size={21} />
      {label}
    </a>
  );
}
