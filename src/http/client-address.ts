import type { FastifyRequest } from "fastify";
import { networksOf, plainAddress } from "../domain/network.ts";

/** Tells where requests come from. */
export interface ClientAddresses {
  /** Whether the connection comes from a proxy whose word is taken. */
  isFromProxy(request: FastifyRequest): boolean;
  /** Where a request began: what trusted proxies say, else the other end of the connection. */
  addressOf(request: FastifyRequest): string;
  /** Whether the browser sees the service by HTTPS. */
  isEncrypted(request: FastifyRequest): boolean;
}

/** Reads what these proxies tell, and nobody else. */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddresses {
  const isTrusted = networksOf(trustedProxies);
  const peerOf = ({ socket }: FastifyRequest) => plainAddress(socket.remoteAddress ?? "");

  return {
    isFromProxy: (request) => isTrusted(peerOf(request)),

    addressOf(request) {
      // The nearest comes last: those that trusted proxies have added count, and the first that is none of them.
      const named = listOf(request.headers["x-forwarded-for"]).map(plainAddress);
      const chain = [...named, peerOf(request)].reverse();
      return chain.find((address) => !isTrusted(address)) ?? chain.at(-1) ?? "";
    },

    isEncrypted(request) {
      const origin = request.headers.origin ?? "";
      const [scheme] = listOf(request.headers["x-forwarded-proto"]);
      return origin.startsWith("https:") || (isTrusted(peerOf(request)) && scheme === "https");
    },
  };
}

function listOf(header: string | string[] | undefined): string[] {
  const words = [header ?? []].flat().join(",").split(",");
  return words.map((word) => word.trim()).filter((word) => word !== "");
}
