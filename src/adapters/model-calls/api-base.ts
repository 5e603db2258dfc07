/** The base of an API's paths: `version` is added to an address that has no path of its own. */
export function apiBase(address: string, version: string): string {
  const { origin, pathname } = new URL(address);
  const path = pathname.replace(/\/+$/, "");
  return `${origin}${path === "" ? `/${version}` : path}`;
}
