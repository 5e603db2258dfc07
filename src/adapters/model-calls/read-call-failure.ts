import { LostConnection } from "../http-calls/lost-connection.ts";
import { CallFailure } from "./call-failure.ts";
import { RejectedCall, type Rejection } from "./rejected-call.ts";

/** What a provider means by a rejection. */
export type ReadRejection = (rejection: Rejection) => CallFailure;

/** The failure behind an error of a call; undefined where it is none of the provider or the network, and so a bug. */
export function readCallFailure(error: unknown, readRejection: ReadRejection): CallFailure | undefined {
  if (error instanceof CallFailure) return error;
  if (error instanceof RejectedCall) return failureBehind(error, readRejection);
  if (error instanceof LostConnection) return new CallFailure(error.kind, { reason: error.reason });
  if (error instanceof Error && error.name === "TimeoutError") return new CallFailure("stalled");
  return undefined;
}

/** A status that nobody has sent helps to understand a refusal, and is not told. */
function failureBehind({ rejection, statusIs }: RejectedCall, readRejection: ReadRejection): CallFailure {
  const failure = readRejection(rejection);
  const { kind, retryAfterMs, reason } = failure;
  return statusIs === "sent" ? failure : new CallFailure(kind, { retryAfterMs, reason });
}
