/**
 * The name in a host as requests and settings write it, without its port: in lower case, addresses in their usual
 * form, those of version 6 without brackets. Null where it is none.
 */
export function hostNameOf(host: string): string | null {
  if (!/^(?:\[[\da-f:.]+\]|[^\s/?#@:\\[\]]+)(?::\d{1,5})?$/i.test(host)) return null;
  const name = URL.parse(`http://${host}`)?.hostname ?? "";
  return name.replace(/^\[|\]$|\.$/g, "") || null;
}

/** Whether a name, as `hostNameOf` gives it, can only ever mean this machine: no stranger can give it another address. */
export function isLoopbackName(name: string): boolean {
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(?:\.\d+){3}$/.test(name)
  );
}

/** Whether an address to listen on stands for all addresses of the machine. */
export function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
