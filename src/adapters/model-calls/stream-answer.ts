import type { OutgoingRequest } from "../http-calls/exchange.ts";
import type { OpenAnswerReader } from "./answer-event.ts";
import type { EventReader, OpenEventCall } from "./event-call.ts";
import type { Call } from "./explain-failure.ts";
import type { TextRequest } from "./language-requests.ts";
import type { ProviderCalls } from "./provider-calls.ts";
import { openTextStream, type TextStream } from "./text-stream.ts";

/** Writes a request to a model; `continuation` makes it go on where the answer to the same request has ended. */
export type BuildRequest = (request: TextRequest, continuation?: string) => OutgoingRequest;

/** A model that can be asked, and the way to it. */
export interface ModelConnection {
  calls: ProviderCalls;
  build: BuildRequest;
  openCall: OpenEventCall;
  openReader: OpenAnswerReader;
  call: Call;
  /** How long the model may be silent. */
  stallMs: number;
}

/**
 * The answer in fragments as they come. The call is repeated until its first fragment is there and never after;
 * leaving the loop or aborting the signal closes the connection at once.
 */
export async function* streamAnswer(
  connection: ModelConnection,
  request: TextRequest,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { calls, call } = connection;
  const attempt = () => openAtFirstFragment(connection, request, signal);
  const { stream, first } = await calls.run({ ...call, patience: "short" }, attempt, signal);
  try {
    for (let fragment = first; fragment !== undefined; fragment = await stream.next()) yield fragment;
    logUsage(calls, call, stream);
  } catch (error) {
    signal.throwIfAborted();
    throw calls.explain(error, call);
  } finally {
    stream.close();
  }
}

/** The whole answer at once. */
export async function collectAnswer(
  connection: ModelConnection,
  request: TextRequest,
  signal: AbortSignal,
): Promise<string> {
  let text = "";
  for await (const fragment of streamAnswer(connection, request, signal)) text += fragment;
  return text;
}

async function openAtFirstFragment(
  { build, openCall, openReader, stallMs }: ModelConnection,
  request: TextRequest,
  signal: AbortSignal,
): Promise<{ stream: TextStream; first: string | undefined }> {
  const open = (reader: EventReader, continuation?: string) => openCall(build(request, continuation), reader);
  const stream = openTextStream(open, { readEvent: openReader(), stallMs, signal });
  return { stream, first: await stream.next() };
}

function logUsage(calls: ProviderCalls, { model, role }: Call, stream: TextStream): void {
  const { inputTokens, outputTokens } = stream.usage() ?? {};
  const tokens = {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
  calls.log({ level: "info", message: "A model has answered", fields: { model, role, ...tokens } });
}
