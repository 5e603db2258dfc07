/** Entry of the thread that reads large bodies: parsing and checking one may take a second. */
import { parentPort } from "node:worker_threads";
import { AppError } from "../domain/errors.ts";
import { BODIES, type BodyKey } from "./bodies.ts";
import { invalidInput } from "./errors.ts";
import { parseJson } from "./parse-json.ts";

/** A body to be read. */
export interface LargeBody {
  id: number;
  key: BodyKey;
  bytes: Uint8Array;
}

/** What its schema makes of it, or why it is refused. */
export type BodyReply = { id: number } & (
  | { value: unknown }
  | { refusal: { message: string; details: string | undefined } }
  | { failure: string }
);

parentPort?.on("message", (body: LargeBody) => parentPort?.postMessage(replyTo(body)));

function replyTo({ id, key, bytes }: LargeBody): BodyReply {
  try {
    return { id, value: checkedValueOf(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    if (!(error instanceof AppError)) return { id, failure: String(error) };
    return { id, refusal: { message: error.message, details: error.details } };
  }
}

function checkedValueOf(key: BodyKey, bytes: Buffer): unknown {
  const checked = BODIES[key].safeParse(parseJson(bytes.toString("utf8")));
  if (checked.success) return checked.data;
  const issues = checked.error.issues.map(({ path, message }) => ({
    instancePath: `/${path.join("/")}`,
    message,
    params: {},
  }));
  throw invalidInput(issues);
}
