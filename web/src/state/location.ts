import type { MouseEvent } from "react";
import { addressOf, type Route, routeOf, type SourceTarget, sourceOf } from "./route.ts";
import { createStore, useStore } from "./store.ts";

/** Where the page stands. */
export interface Place {
  route: Route;
  source: SourceTarget | null;
}

/** The place of this tab, kept in its address. */
export const place = createStore<Place>(readPlace());

/** Follows the browser's back and forward. */
export function watchLocation(): () => void {
  const follow = () => place.set(readPlace());
  window.addEventListener("popstate", follow);
  return () => window.removeEventListener("popstate", follow);
}

/** Goes to a place; with `replace` the way back skips the present one. */
export function goTo(route: Route, options: { source?: SourceTarget | null; replace?: boolean } = {}): void {
  const address = addressOf(route, options.source ?? null);
  if (address === location.pathname + location.search) return;
  if (options.replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  place.set(readPlace());
}

/** Opens a document beside what is shown, on a page and chunk. */
export function openSource(source: SourceTarget): void {
  const { route } = place.get();
  if (route.name === "chat") goTo(route, { source });
  else goTo({ name: "document", documentId: source.documentId }, { source });
}

/** Closes the Source pane; on a document's own page that leads back to the library. */
export function closeSource(): void {
  const { route } = place.get();
  goTo(route.name === "document" ? { name: "library" } : route);
}

/** The present place. */
export function usePlace(): Place {
  return useStore(place);
}

/** What makes an anchor change the place instead of loading a page; modified clicks stay the browser's. */
export function linkTo(route: Route, source: SourceTarget | null = null) {
  return { href: addressOf(route, source), onClick: onPlainClick(() => goTo(route, { source })) };
}

/** The same for an anchor that opens a document beside what is shown; `before` runs first. */
export function linkToSource(source: SourceTarget, before: () => void = () => undefined) {
  const open = () => {
    before();
    openSource(source);
  };
  return {
    href: addressOf({ name: "document", documentId: source.documentId }, source),
    onClick: onPlainClick(open),
  };
}

function onPlainClick(run: () => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    run();
  };
}

function readPlace(): Place {
  const route = routeOf(location.pathname);
  return { route, source: sourceOf(route, new URLSearchParams(location.search)) };
}
