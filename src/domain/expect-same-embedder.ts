import { AppError } from "./errors.ts";

/**
 * Throws where a library's vectors are another embedder's than the one given: compared with each other they would give
 * results without meaning. A library without a recorded embedder fits everyone.
 */
export function expectSameEmbedder(recorded: string | null, embedder: string | null): void {
  if (recorded === null || recorded === embedder) return;
  throw new AppError(
    "embedder-changed",
    `The documents were embedded by ${recorded}, but ${embedder ?? "no embedder"} is configured now`,
    {
      details:
        "Run `npm run carrel -- reembed` to embed every document again, or set EMBEDDING_MODEL back to what it was",
    },
  );
}
