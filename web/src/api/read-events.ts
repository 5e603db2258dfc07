/**
 * The `data:` payloads of a stream of server-sent events, each as soon as its blank line has come. Comments and other
 * fields are left out; events may be cut anywhere by the network.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      buffer += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const events = buffer.split(/\r?\n\r?\n/);
      buffer = events.pop() ?? "";
      for (const event of events) yield* payloadOf(event);
      if (done) {
        yield* payloadOf(buffer);
        return;
      }
    }
  } finally {
    // Leaving early must also end the request.
    await reader.cancel();
  }
}

function* payloadOf(event: string): Generator<string> {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  if (lines.length > 0) yield lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
}
