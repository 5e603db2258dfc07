import { globalAgent } from "node:https";
import type { OpenExchange } from "./exchange.ts";
import { openHttp1Exchange } from "./http1-exchange.ts";
import { openHttp2Exchanges } from "./http2-exchange.ts";
import { openSharedConnections } from "./shared-connections.ts";

/**
 * The way to a server that costs the least for each stream: HTTP/2 where the address is encrypted and the server
 * speaks it, since a connection of its own with TLS is what costs most; else HTTP/1.1.
 */
export function openExchangeWith(address: string): OpenExchange {
  const { protocol, origin } = new URL(address);
  // Node leads HTTP/1.1 through the proxy that the environment names, and only that.
  const isProxied = globalAgent.options.proxyEnv !== undefined;
  if (protocol !== "https:" || isProxied) return openHttp1Exchange;
  return openHttp2Exchanges(openSharedConnections(origin), openHttp1Exchange);
}
