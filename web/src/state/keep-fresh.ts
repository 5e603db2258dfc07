import { onRecovery } from "./connectivity.ts";
import { onTabNews, type TabNews } from "./tab-channel.ts";

/** Calls `refresh` when what it reads may be stale: the tab is looked at again, another tab wrote, the network is back. */
export function keepFresh(about: TabNews["about"], refresh: () => void): () => void {
  const onLook = () => {
    if (document.visibilityState === "visible") refresh();
  };
  document.addEventListener("visibilitychange", onLook);
  window.addEventListener("focus", onLook);
  const stopNews = onTabNews((news) => {
    if (news.about === about) refresh();
  });
  const stopRecovery = onRecovery(refresh);
  return () => {
    document.removeEventListener("visibilitychange", onLook);
    window.removeEventListener("focus", onLook);
    stopNews();
    stopRecovery();
  };
}
