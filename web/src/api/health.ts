import type { Health } from "../../../src/domain/health.ts";
import { sendForJson } from "./request.ts";

/** The state of the service. */
export type ServiceHealth = Health & { version: string };

/** Asks the service how it is. */
export function readHealth(signal: AbortSignal): Promise<ServiceHealth> {
  return sendForJson("/api/health", { signal });
}
