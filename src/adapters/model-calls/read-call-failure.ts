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
  if (isTimeout(error)) return new CallFailure("stalled");
  if (isConnectionLoss(error)) {
    return new CallFailure(hadAnswer(error) ? "interrupted" : "unreachable");
  }
  const name = error instanceof Error ? error.name : "";
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

function isTimeout(error: unknown): boolean {
  return causesOf(error).some((cause) => cause.name === "TimeoutError");
}

const CONNECTION_CODE =
  /^(?:UND_ERR_|E(?:CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND|ADDR|PROTO)|CERT_|ERR_(?:TLS|SSL)|DEPTH_|SELF_|UNABLE_)/;

function isConnectionLoss(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      ("code" in cause && typeof cause.code === "string" && CONNECTION_CODE.test(cause.code)) ||
      (cause instanceof TypeError && /^(?:fetch failed|terminated)$/.test(cause.message)),
  );
}

/** Whether the connection was lost after the answer had begun. */
function hadAnswer(error: unknown): boolean {
  return causesOf(error).some(
    (cause) => cause.message === "terminated" || ("statusCode" in cause && cause.statusCode === 200),
  );
}

const DEEPEST_CAUSE = 8;

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let current = error;
  while (current instanceof Error && causes.length < DEEPEST_CAUSE) {
    causes.push(current);
    current = current.cause;
  }
  return causes;
}
