import { z } from "zod";
import { CallFailure } from "./call-failure.ts";
import { parseRejection, RejectedCall, type Rejection } from "./rejected-call.ts";

/** What a provider means by a rejection. */
export type ReadRejection = (rejection: Rejection) => CallFailure;

/** The failure behind an error of a call; undefined where it is none of the provider or the network, and so a bug. */
export function readCallFailure(error: unknown, readRejection: ReadRejection): CallFailure | undefined {
  if (error instanceof CallFailure) return error;
  if (error instanceof RejectedCall) return failureBehind(error, readRejection);
  const rejection = rejectionIn(error);
  if (rejection !== undefined) return readRejection(rejection);
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError") return new CallFailure("stalled");
  if (name.startsWith("AI_")) return new CallFailure("garbled");
  return undefined;
}

/** A status that nobody has sent helps to understand a refusal, and is not told. */
function failureBehind({ rejection, statusIs }: RejectedCall, readRejection: ReadRejection): CallFailure {
  const failure = readRejection(rejection);
  const { kind, retryAfterMs, reason } = failure;
  return statusIs === "sent" ? failure : new CallFailure(kind, { retryAfterMs, reason });
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
