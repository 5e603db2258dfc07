import { createHash } from "node:crypto";
import { idSchema } from "./id.ts";

/** What a derived id looks like. */
const DERIVED = /^u-[0-9a-f]{32}$/i;

/**
 * The id of the user whom another service calls so. A subject that is an id stays; anything else becomes one that is
 * derived from it. One that looks derived is derived again, so that nobody can choose a name that is another's id.
 */
export function userIdOf(subject: string): string {
  if (idSchema.safeParse(subject).success && !DERIVED.test(subject)) return subject;
  const hash = createHash("sha256").update(subject.normalize("NFC")).digest("hex");
  return `u-${hash.slice(0, 32)}`;
}
