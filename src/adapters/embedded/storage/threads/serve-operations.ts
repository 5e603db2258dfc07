import { parentPort } from "node:worker_threads";
import { describeFailure, type ThreadFailure } from "./thread-failure.ts";

/** What a thread can be asked to do: by name, with one value in and one out. */
export type Operations = Record<string, (input: never) => unknown>;

/** The operations of a thread together with what they hold open. */
interface OpenedOperations {
  operations: Operations;
  close(): void;
}

/** What is posted to a thread. */
export type ThreadRequest = { id: number; operation: string; input: unknown } | "close";

/** What a thread posts back. */
export type ThreadAnswer = { id: number; value: unknown } | { id: number; failure: ThreadFailure };

/**
 * Makes this thread answer requests, one after the other. `open` runs with the first request, so that its
 * failure is that request's answer, and again with the next one where it failed.
 */
export function serveOperations(open: () => OpenedOperations): void {
  if (parentPort === null) throw new Error("Operations are served from a worker thread");
  const port = parentPort;
  let opened: OpenedOperations | null = null;
  port.on("message", (request: ThreadRequest) => {
    if (request === "close") {
      opened?.close();
      port.close();
      return;
    }
    let answer: ThreadAnswer;
    try {
      opened ??= open();
      answer = { id: request.id, value: run(opened.operations, request.operation, request.input) };
    } catch (error) {
      answer = { id: request.id, failure: describeFailure(error) };
    }
    port.postMessage(answer);
  });
}

function run(operations: Operations, name: string, input: unknown): unknown {
  const operation = operations[name];
  if (operation === undefined) throw new Error(`The thread has no operation ${name}`);
  // The calling side is typed by the same table: `Thread<O>` takes no other input for this name.
  return operation(input as never);
}
