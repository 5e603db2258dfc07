import { lazy, Suspense, useEffect } from "react";
import { Gate } from "../account/gate.tsx";
import { watchAccount } from "../account/watch-account.ts";
import { ChatPage } from "../chat/chat-page.tsx";
import { adoptSessions } from "../chat/conversation.ts";
import { saveBeforeLeaving } from "../chat/save-conversation.ts";
import { sessionDeletions, sessionStore, watchSessions } from "../chat/session-store.ts";
import { SourceCardView } from "../chat/source-card-view.tsx";
import { Announcer } from "../kit/announcer.tsx";
import { Toasts } from "../kit/toasts.tsx";
import { SPLIT, useMedia } from "../kit/use-media.ts";
import { documentDeletions } from "../library/document-deletions.ts";
import { watchDocuments } from "../library/document-store.ts";
import { DropZone } from "../library/drop-zone.tsx";
import { LibraryPage } from "../library/library-page.tsx";
import { watchUploads } from "../library/upload-queue.ts";
import { UploadTray } from "../library/upload-tray.tsx";
import { Palette } from "../palette/palette.tsx";
import { DocumentPane } from "../source/document-pane.tsx";
import { account, beforeSignOut } from "../state/account.ts";
import { watchConnectivity } from "../state/connectivity.ts";
import { watchInvitation } from "../state/invitation.ts";
import { usePlace, watchLocation } from "../state/location.ts";
import { overlay } from "../state/overlay-store.ts";
import { preferences, watchPreferences } from "../state/preferences.ts";
import type { Route } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import { watchPlaces } from "./last-places.ts";
import { OfflineBanner } from "./offline-banner.tsx";
import { Rail } from "./rail.tsx";
import { SidePane } from "./side-pane.tsx";
import { Splitter } from "./splitter.tsx";
import { TabBar } from "./tab-bar.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

const AccountPage = lazy(() => import("../account/account-page.tsx"));
const SettingsPage = lazy(() => import("../settings/settings-page.tsx"));
const ShortcutsDialog = lazy(async () => ({
  default: (await import("./shortcuts-dialog.tsx")).ShortcutsDialog,
}));

/** The whole page, for whoever is signed in. */
export function App() {
  const t = useText();
  useWatchers();
  return (
    <div className="flex h-full flex-col">
      <button
        type="button"
        className="button sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
        onClick={() => document.getElementById("main")?.focus()}
      >
        {t.shell.skip}
      </button>
      <OfflineBanner />
      <Gate>
        <Desk />
      </Gate>
      <Toasts />
      <Announcer />
    </div>
  );
}

/** Three panes and what lies above them. */
function Desk() {
  const shown = useStore(overlay);
  useDeskWatchers();
  useShortcuts();
  const close = () => overlay.set(null);
  return (
    <>
      <div className="flex min-h-0 flex-1">
        <Rail />
        <Panes />
      </div>
      <TabBar />
      <UploadTray />
      <SourceCardView />
      <DropZone />
      {shown === "palette" && <Palette onClose={close} />}
      <Suspense>{shown === "shortcuts" && <ShortcutsDialog onClose={close} />}</Suspense>
    </>
  );
}

function Panes() {
  const t = useText();
  const { route, source } = usePlace();
  const isSplit = useMedia(SPLIT);
  const share = useStore(preferences, (chosen) => chosen.sourceShare);
  const beside = route.name === "chat" ? source : null;
  return (
    <>
      {(route.name === "chat" || route.name === "document") && <SidePane />}
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
        <Suspense>
          {beside !== null && !isSplit ? (
            <DocumentPane target={beside} isPage={false} heading="h1" />
          ) : (
            <Page route={route} />
          )}
        </Suspense>
      </main>
      {beside !== null && isSplit && (
        <aside
          aria-label={t.shell.source}
          className="relative min-w-0 border-line border-l"
          style={{ width: `${100 * share}%`, animation: "slide-in 180ms ease-out" }}
        >
          <Splitter />
          <DocumentPane target={beside} isPage={false} heading="h2" />
        </aside>
      )}
    </>
  );
}

function Page({ route }: { route: Route }) {
  const { source } = usePlace();
  const isOpen = useStore(account, ({ state }) => state === "open");
  switch (route.name) {
    case "chat":
      return <ChatPage sessionId={route.sessionId} />;
    case "library":
      return <LibraryPage />;
    case "document":
      return source === null ? null : <DocumentPane target={source} isPage heading="h1" />;
    case "settings":
      return <SettingsPage />;
    case "account":
      // Where nobody signs in there is none.
      return isOpen ? <SettingsPage /> : <AccountPage part={route.part} />;
  }
}

/** Everything that the page watches as long as it is open. */
function useWatchers(): void {
  const language = useLanguage();
  const t = useText();
  const { route } = usePlace();
  useEffect(() => {
    const stops = [
      watchPreferences(),
      watchLocation(),
      watchConnectivity(),
      watchInvitation(),
      watchAccount(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    const area = {
      chat: t.shell.chat,
      library: t.shell.library,
      document: t.shell.library,
      settings: t.shell.settings,
      account: t.account.title,
    };
    document.title = `${area[route.name]} · Carrel`;
  }, [route, t]);
}

/** Everything that it watches for whoever is signed in. */
function useDeskWatchers(): void {
  useEffect(() => {
    const send = () =>
      Promise.all([documentDeletions.flush(), sessionDeletions.flush(), saveBeforeLeaving()]);
    const stops = [
      watchPlaces(),
      watchDocuments(),
      watchSessions(),
      watchUploads(),
      beforeSignOut(send),
      // What cannot be read now is read with the next change, or when the chat is written to.
      sessionStore.subscribe(() => void adoptSessions(sessionStore.get().sessions).catch(reportError)),
    ];
    const leave = () => void send().catch(reportError);
    window.addEventListener("pagehide", leave);
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener("pagehide", leave);
    };
  }, []);
}
