/** What one tab tells the others. */
export type TabNews =
  | { about: "documents" }
  | { about: "sessions" }
  | { about: "account"; userId: string | null };

const channel = new BroadcastChannel("carrel");

/** Tells the other tabs of this browser that something changed. */
export function tellTabs(news: TabNews): void {
  channel.postMessage(news);
}

/** Listens to the other tabs. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  const receive = (event: MessageEvent<TabNews>) => listener(event.data);
  channel.addEventListener("message", receive);
  return () => channel.removeEventListener("message", receive);
}
