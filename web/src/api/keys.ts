import type { ApiKey, KeyDraft } from "../../../src/domain/api-key.ts";
import { send, sendForJson } from "./request.ts";

const PATH = "/api/keys";

/** The user's keys, the latest first. */
export async function listKeys(): Promise<ApiKey[]> {
  return (await sendForJson<{ keys: ApiKey[] }>(PATH)).keys;
}

/** Makes a key; its secret is never told again. */
export function makeKey(draft: KeyDraft): Promise<{ key: ApiKey; secret: string }> {
  return sendForJson(PATH, { method: "POST", body: draft });
}

/** Ends a key: nobody is let in by it any more. */
export async function endKey(keyId: string): Promise<void> {
  await send(PATH, { method: "DELETE", query: { keyId } });
}
