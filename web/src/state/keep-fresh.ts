import { isLocked, onUnlock } from "./account.ts";
import { onRecovery } from "./connectivity.ts";
import { onTabNews, type TabNews } from "./tab-channel.ts";

/**
 * Calls `refresh` when what it reads may be stale: the tab is looked at again, another tab wrote, the network or the
 * user is back.
 */
export function keepFresh(about: TabNews["about"], refresh: () => void): () => void {
  const onLook = () => {
    if (document.visibilityState === "visible" && !isLocked()) refresh();
  };
  document.addEventListener("visibilitychange", onLook);
  window.addEventListener("focus", onLook);
  const stopNews = onTabNews((news) => {
    if (news.about === about && !isLocked()) refresh();
  });
  const stopRecovery = onReturn(refresh);
  return () => {
    document.removeEventListener("visibilitychange", onLook);
    window.removeEventListener("focus", onLook);
    stopNews();
    stopRecovery();
  };
}

/** Runs `listener` when what was refused may be tried again: the service is back, or the user. */
export function onReturn(listener: () => void): () => void {
  const stopRecovery = onRecovery(() => {
    if (!isLocked()) listener();
  });
  const stopUnlock = onUnlock(listener);
  return () => {
    stopRecovery();
    stopUnlock();
  };
}
