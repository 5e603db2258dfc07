/** A function like the global `fetch`. */
export type Fetch = typeof globalThis.fetch;

/** The same `fetch`, but a redirect is a failure: a key never follows one to another host. */
export function withoutRedirects(fetch: Fetch): Fetch {
  return (input, init) => fetch(input, { ...init, redirect: "error" });
}

/** The base of an API's paths: `version` is added to an address that has no path of its own. */
export function apiBase(address: string, version: string): string {
  const { origin, pathname } = new URL(address);
  const path = pathname.replace(/\/+$/, "");
  return `${origin}${path === "" ? `/${version}` : path}`;
}
