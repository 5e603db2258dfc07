import type { Embedder } from "../../ports/embedder.ts";
import type { LanguageRoles } from "./language-roles.ts";

/** A provider of models. Each role may use another of its models; all of them share one circuit. */
export interface ModelProvider extends LanguageRoles {
  embedder(model: string): Embedder;
  /** Fails while the provider is down. Costs nothing: at most the list of models is asked for. */
  check(signal: AbortSignal): Promise<void>;
}

/** How long a model may be silent before its answer counts as lost. */
export const STALL_MS = 30_000;
