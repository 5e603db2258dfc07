import { kindOfAnswer } from "./answer-kind.ts";
import { CallFailure } from "./call-failure.ts";
import type { OpenEventCall, Outcome } from "./event-call.ts";
import { openEventDecoder } from "./event-decoder.ts";
import type { Fetch } from "./provider-fetch.ts";
import { MAX_REJECTION_CHARACTERS, parseRejection, RejectedCall } from "./rejected-call.ts";

/** Calls by `fetch`, encrypted or not. */
export function openFetchCall(fetch: Fetch): OpenEventCall {
  return ({ url, headers, body }, reader) => {
    const controller = new AbortController();
    let pause: PromiseWithResolvers<void> | undefined;
    let isOver = false;

    const answer = fetch(url, {
      method: "POST",
      // Compressed tokens would have to be unpacked, with a window of memory for each stream.
      headers: { ...headers, "accept-encoding": "identity" },
      body,
      signal: controller.signal,
      redirect: "manual",
    });
    void receive(answer).then((outcome) => {
      if (isOver) return;
      close();
      reader.ended(outcome);
    });

    async function receive(answer: Promise<Response>): Promise<Outcome> {
      const response = await answer.catch(() => undefined);
      if (response === undefined) return { error: new CallFailure("unreachable") };
      try {
        const kind = kindOfAnswer(response.status, response.headers.get("content-type"));
        if (kind === "refusal") return { error: await readRejection(response) };
        if (kind === "garbled" || response.body === null) return { error: new CallFailure("garbled") };
        await readEvents(response.body);
        return "received";
      } catch (error) {
        return { error: error instanceof CallFailure ? error : new CallFailure("interrupted") };
      }
    }

    async function readEvents(stream: ReadableStream<Uint8Array>): Promise<void> {
      const source = stream.getReader();
      const decodeText = new TextDecoder();
      const decoder = openEventDecoder();
      for (;;) {
        const { value, done } = await source.read();
        const batch = done ? decoder.flush() : decoder.decode(decodeText.decode(value, { stream: true }));
        if (!isOver) reader.events(batch);
        if (done) return;
        if (pause !== undefined) await pause.promise;
      }
    }

    function resume(): void {
      pause?.resolve();
      pause = undefined;
    }

    function close(): void {
      isOver = true;
      controller.abort();
      resume();
    }

    return {
      pause: () => {
        pause ??= Promise.withResolvers();
      },
      resume,
      close,
    };
  };
}

async function readRejection({ status, headers, body }: Response): Promise<RejectedCall> {
  const decode = new TextDecoder();
  let text = "";
  try {
    for await (const piece of body ?? []) {
      text += decode.decode(piece, { stream: true });
      if (text.length > MAX_REJECTION_CHARACTERS) break;
    }
  } catch {
    // The connection was lost: the status and what has come still tell why.
  }
  return new RejectedCall({ status, headers: Object.fromEntries(headers), body: parseRejection(text) });
}
