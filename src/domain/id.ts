import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";

/** The platform's rule for every id: of a user, a session, a file or a document. */
export const idSchema = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/, {
  error: "must be 1 to 36 of a-z, A-Z, 0-9, '.', '_' and '-', and start with a letter or a digit",
});

/** A new id: 20 characters, the first nine of which order ids by their time. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(11, "0").slice(-11);
  return time + randomBytes(5).toString("hex").slice(0, 9);
}

/** The id of one point: the same document, index version and chunk give the same UUID. */
export function pointId(documentId: string, indexVersion: string, chunkIndex: number): string {
  const hash = createHash("sha256").update(`${documentId}/${indexVersion}/${chunkIndex}`).digest();
  hash.writeUInt8(((hash.readUInt8(6) & 0x0f) | 0x80) & 0xff, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
