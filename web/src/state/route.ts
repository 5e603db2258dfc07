/** A place in the page. */
export type Route =
  | { name: "chat"; sessionId: string | null }
  | { name: "library" }
  | { name: "document"; documentId: string }
  | { name: "settings" }
  | { name: "account"; part: AccountPart };

/** The parts of the page about one's own account. */
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

const ACCOUNT_PARTS = ["profile", "browsers", "keys", "users"] as const;

/** What the Source pane shows: a document, and in it a page and a chunk. */
export interface SourceTarget {
  documentId: string;
  page: number | null;
  chunk: number | null;
}

/** The place that a path stands for; unknown ones are the start. */
export function routeOf(path: string): Route {
  const [first, second] = path.split("/").filter(Boolean).map(decode);
  if (first === "library") return second ? { name: "document", documentId: second } : { name: "library" };
  if (first === "settings") return { name: "settings" };
  if (first === "account")
    return { name: "account", part: ACCOUNT_PARTS.find((part) => part === second) ?? "profile" };
  return { name: "chat", sessionId: first === "chat" && second ? second : null };
}

/** The path of a place. */
export function pathOf(route: Route): string {
  switch (route.name) {
    case "chat":
      return route.sessionId === null ? "/" : `/chat/${encodeURIComponent(route.sessionId)}`;
    case "library":
      return "/library";
    case "document":
      return `/library/${encodeURIComponent(route.documentId)}`;
    case "settings":
      return "/settings";
    case "account":
      return route.part === "profile" ? "/account" : `/account/${route.part}`;
  }
}

/** The address of a place with what the Source pane shows beside it. */
export function addressOf(route: Route, source: SourceTarget | null): string {
  const query = new URLSearchParams();
  if (source !== null) {
    if (route.name !== "document") query.set("doc", source.documentId);
    if (source.page !== null) query.set("page", String(source.page));
    if (source.chunk !== null) query.set("chunk", String(source.chunk));
  }
  const suffix = query.toString();
  return suffix === "" ? pathOf(route) : `${pathOf(route)}?${suffix}`;
}

/** What the Source pane shows at an address; null where it is closed. */
export function sourceOf(route: Route, query: URLSearchParams): SourceTarget | null {
  const documentId = route.name === "document" ? route.documentId : query.get("doc");
  if (documentId === null || documentId === "") return null;
  return { documentId, page: numberIn(query, "page", 1), chunk: numberIn(query, "chunk", 0) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // A stray percent sign is not worth an error page.
    if (error instanceof URIError) return part;
    throw error;
  }
}

function numberIn(query: URLSearchParams, name: string, least: number): number | null {
  const text = query.get(name) ?? "";
  if (!/^\d{1,9}$/.test(text)) return null;
  return Math.max(least, Number(text));
}
