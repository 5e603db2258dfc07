import { AppError } from "../../domain/errors.ts";
import type { Log } from "../../ports/log.ts";
import { type CallFailure, isPassing, isProviderDown } from "./call-failure.ts";
import type { CallTime } from "./call-time.ts";
import { type CallResult, openCircuit, REST_MS } from "./circuit.ts";
import { asSentence, type Call, explainFailure, type ProviderDescription } from "./explain-failure.ts";
import { type ReadRejection, readCallFailure } from "./read-call-failure.ts";

/** The one way to a provider: every call is repeated where that helps, and refused while the provider is down. */
export interface ProviderCalls {
  /**
   * Makes the attempt until it succeeds, as long as its failures are passing ones and the patience lasts.
   * Throws the AppError of the last failure, or the signal's own reason.
   */
  run<T>(call: RepeatableCall, attempt: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** The AppError for an error that came after its attempt had succeeded; any other error as it is. */
  explain(error: unknown, call: Call): unknown;
  /** Fails while the provider is known to be down. Where its last calls have failed, the probe is made to see. */
  check(probe: () => Promise<void>, signal: AbortSignal): Promise<void>;
  log: Log;
}

/** `short` is for someone who waits, `long` for work behind the scenes: it also sits out a provider that is down. */
export interface RepeatableCall extends Call {
  patience: "short" | "long";
}

interface ProviderCallsOptions {
  face: ProviderDescription;
  readRejection: ReadRejection;
  time: CallTime;
  log: Log;
}

const PATIENCE_MS = { short: 30_000, long: 120_000 } as const;
const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;

/** Opens the way to one provider. Its calls share a circuit, whatever they are for. */
export function openProviderCalls({ face, readRejection, time, log }: ProviderCallsOptions): ProviderCalls {
  const circuit = openCircuit({
    now: time.now,
    onChange: (state) =>
      log(
        state === "open"
          ? {
              level: "warn",
              message: asSentence(`${face.name} is down and left alone`),
              fields: { restMs: REST_MS },
            }
          : { level: "info", message: asSentence(`${face.name} answers again`), fields: {} },
      ),
  });
  /** What an error of the SDK means; undefined where it is a bug. */
  const read = (error: unknown) => readCallFailure(error, readRejection);

  async function run<T>(call: RepeatableCall, attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const givesUpAt = time.now() + PATIENCE_MS[call.patience];
    const self = {};
    let last: CallFailure | undefined;
    for (let count = 1; ; count++) {
      signal.throwIfAborted();
      let delayMs: number;
      try {
        return await attemptOnce(self, attempt, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof CircuitOpen) {
          delayMs = circuit.restMs();
          if (call.patience === "short" || time.now() + delayMs > givesUpAt) {
            throw last === undefined ? downError(call) : explain(last, call);
          }
        } else {
          last = read(error);
          if (last === undefined) throw error;
          delayMs = delayAfter(last, count);
          const isOver = count >= MAX_ATTEMPTS || time.now() + delayMs > givesUpAt;
          const isShutOut = call.patience === "short" && circuit.restMs() > 0;
          if (isOver || isShutOut || !isPassing(last)) throw explain(last, call);
          const { model, role } = call;
          logFailure("A call to a model is repeated", last, { model, role, attempt: count, delayMs });
        }
      }
      await time.sleep(delayMs, signal);
    }
  }

  /** Makes one attempt, if the circuit allows it, and tells the circuit what it showed. */
  async function attemptOnce<T>(call: object, attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const settle = circuit.enter(call);
    if (settle === undefined) throw new CircuitOpen();
    try {
      const result = await attempt();
      settle("answered");
      return result;
    } catch (error) {
      settle(signal.aborted ? "unknown" : resultOf(read(error)));
      throw error;
    }
  }

  /** What the provider asks for, and a random part on top that doubles, so that callers do not return as one. */
  function delayAfter(failure: CallFailure, count: number): number {
    const widest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - 1));
    return Math.round((failure.retryAfterMs ?? 0) + time.random() * widest);
  }

  function explain(error: unknown, call: Call): unknown {
    const failure = read(error);
    if (failure === undefined) return error;
    logFailure("A call to a model failed", failure, { model: call.model, role: call.role });
    return explainFailure(failure, call, face);
  }

  function logFailure(message: string, failure: CallFailure, about: Record<string, string | number>): void {
    const status = failure.status === undefined ? {} : { status: failure.status };
    const reason = failure.reason === undefined ? {} : { reason: failure.reason };
    const fields = { provider: face.name, failure: failure.kind, ...status, ...reason, ...about };
    log({ level: "warn", message, fields });
  }

  function downError({ role }: Pick<Call, "role">): AppError {
    const rest = circuit.isClosed() ? "" : ` and is tried again within ${REST_MS / 1000} s`;
    const message = `${face.name} is down: it failed ${circuit.failures()} times in a row${rest}`;
    return new AppError(role === "embedding" ? "embedding-failed" : "model-failed", asSentence(message));
  }

  async function check(probe: () => Promise<void>, signal: AbortSignal): Promise<void> {
    if (circuit.failures() === 0) return;
    try {
      // What lists its models may still fail to answer: only after a rest that makes calls go through again.
      await (circuit.isClosed() ? probe() : attemptOnce({}, probe, signal));
    } catch (error) {
      signal.throwIfAborted();
      const failure = read(error);
      if (error instanceof CircuitOpen || (failure && isProviderDown(failure))) {
        throw downError({ role: "chat" });
      }
      if (failure === undefined) throw error;
    }
  }

  return { run, explain, check, log };
}

function resultOf(failure: CallFailure | undefined): CallResult {
  if (failure === undefined) return "unknown";
  if (failure.kind === "unreachable") return "missing";
  return isProviderDown(failure) ? "failing" : "answered";
}

/** Thrown in the place of an attempt that the circuit refuses. */
class CircuitOpen extends Error {}
