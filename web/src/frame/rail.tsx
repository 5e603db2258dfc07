import { AccountMenu } from "../account/account-menu.tsx";
import { Icon, type IconName, Lamp } from "../kit/icon.tsx";
import { linkTo, usePlace } from "../state/location.ts";
import { overlay } from "../state/overlay-store.ts";
import type { Route } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { lastPlaces } from "./last-places.ts";
import { ThemeButton } from "./theme-button.tsx";

/** The narrow column at the edge that leads everywhere. */
export function Rail() {
  const t = useText();
  const { chat } = useStore(lastPlaces);
  return (
    <nav
      aria-label={t.shell.navigation}
      className="flex w-[4.6rem] shrink-0 flex-col items-center gap-1 border-line border-r bg-sunken/60 py-3 max-md:hidden"
    >
      <a className="mb-3 rounded-xl p-1.5" title="Carrel" {...linkTo({ name: "chat", sessionId: null })}>
        <Lamp size={34} />
        <span className="sr-only">Carrel</span>
      </a>
      <RailLink route={{ name: "library" }} icon="books" label={t.shell.library} />
      <RailLink route={{ name: "chat", sessionId: chat }} icon="chat" label={t.shell.chat} />
      <RailLink route={{ name: "settings" }} icon="settings" label={t.shell.settings} />
      <span className="flex-1" />
      <button
        type="button"
        className="icon-button"
        aria-label={t.shell.palette}
        title={`${t.shell.palette} (Ctrl K)`}
        onClick={() => overlay.set("palette")}
      >
        <Icon name="search" />
      </button>
      <ThemeButton />
      <button
        type="button"
        className="icon-button"
        aria-label={t.shell.shortcuts}
        title={`${t.shell.shortcuts} (?)`}
        onClick={() => overlay.set("shortcuts")}
      >
        <Icon name="keyboard" />
      </button>
      <AccountMenu />
    </nav>
  );
}

function RailLink({ route, icon, label }: { route: Route; icon: IconName; label: string }) {
  const { route: here } = usePlace();
  const isHere = isSameArea(route, here);
  return (
    <a
      className={`flex w-[3.9rem] flex-col items-center gap-0.5 rounded-xl py-2 text-[0.72rem] ${isHere ? "bg-lamp-soft font-semibold text-lamp-strong" : "text-ink-soft hover:bg-hover"}`}
      aria-current={isHere ? "page" : undefined}
      {...linkTo(route)}
    >
      <Icon name={icon} size={21} />
      {label}
    </a>
  );
}

/** Whether two places belong to the same part of the page. */
export function isSameArea(one: Route, other: Route): boolean {
  const area = ({ name }: Route) =>
    name === "document" ? "library" : name === "account" ? "settings" : name;
  return area(one) === area(other);
}
