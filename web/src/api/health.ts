import { sendForJson } from "./request.ts";

/** What serves one part of the service, and how it is. */
export interface BackendState {
  backend: string;
  state: "ok" | "down";
  reason?: string;
}

/** The state of the service. */
export interface Health {
  status: "ok" | "degraded";
  version: string;
  backends: Record<string, BackendState>;
}

/** Asks the service how it is. */
export function readHealth(signal: AbortSignal): Promise<Health> {
  return sendForJson("/api/health", { signal });
}
