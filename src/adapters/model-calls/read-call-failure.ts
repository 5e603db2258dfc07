import { z } from "zod";
import { CallFailure } from "./call-failure.ts";
import { parseRejection, RejectedCall, type Rejection } from "./rejected-call.ts";

/** What a provider means by a rejection. */
export type ReadRejection = (rejection: Rejection) => CallFailure;

/** The failure behind an error of a call; undefined where it is none of the provider or the network, and so a bug. */
export function readCallFailure(error: unknown, readRejection: ReadRejection): CallFailure | undefined {
  if (error instanceof CallFailure) return error;
  const rejection = error instanceof RejectedCall ? error.rejection : rejectionIn(error);
  if (rejection !== undefined) return readRejection(rejection);
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError") return new CallFailure("stalled");
  if (name.startsWith("AI_")) return new CallFailure("garbled");
  return undefined;
}

const refusedCallSchema = z.object({
  statusCode: z.number().min(400),
  responseHeaders: z.record(z.string(), z.string()).optional(),
  responseBody: z.string().optional(),
  data: z.unknown(),
});

/** What the SDK says of a call that was refused. */
function rejectionIn(error: unknown): Rejection | undefined {
  const refused = refusedCallSchema.safeParse(error);
  if (!refused.success) return undefined;
  const { statusCode: status, responseHeaders: headers = {}, responseBody, data } = refused.data;
  return {
    status,
    headers,
    body: responseBody === undefined ? { error: data } : parseRejection(responseBody),
  };
}
