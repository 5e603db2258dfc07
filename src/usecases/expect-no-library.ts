import { AppError } from "../domain/errors.ts";
import type { PlatformArchive } from "../ports/platform-archive.ts";
import type { VectorArchive } from "../ports/vector-archive.ts";

/** Stores that should hold nothing. */
interface EmptyStores {
  platformArchive: Pick<PlatformArchive, "sessions" | "files">;
  vectorArchive: Pick<VectorArchive, "documents">;
}

/** Rejects where the stores hold a library, or something of one. */
export async function expectNoLibrary(stores: EmptyStores, signal: AbortSignal): Promise<void> {
  for await (const { name } of stores.platformArchive.files(signal)) throw isThere(`the file ${name}`);
  for await (const { title } of stores.platformArchive.sessions(signal))
    throw isThere(`the session ${title}`);
  for await (const { documentName } of stores.vectorArchive.documents(signal)) {
    throw isThere(`the document ${documentName}`);
  }
}

function isThere(what: string): AppError {
  return new AppError("invalid-input", `The stores of these settings are not empty: they hold ${what}`, {
    details:
      "A backup is restored into empty stores, and never mixed with what is there: name others, or empty these",
  });
}
