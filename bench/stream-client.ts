// Clients of a stream for bench/streams.ts. They use node:http: hundreds of them leave the processor to the service.
import { type IncomingMessage, request } from "node:http";

/** A stream that was read to its end. */
export interface Streamed {
  firstMs: number;
  wholeMs: number;
  text: string;
}

/** A model to call without the service. */
export interface ModelAddress {
  url: string;
  apiKey: string;
}

/** Asks the service for an answer of so many tokens. */
export async function askService(url: string, tokens: number): Promise<Streamed> {
  const startedAt = performance.now();
  return read(await openChat(url, tokens), startedAt, (event) => (event as { chunk?: string }).chunk);
}

/** Asks the model itself for the same. */
export async function askModel({ url, apiKey }: ModelAddress, tokens: number): Promise<Streamed> {
  const startedAt = performance.now();
  const path = `${url}/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse`;
  const body = { contents: [{ role: "user", parts: [{ text: questionFor(tokens) }] }] };
  return read(await post(path, body, { "x-goog-api-key": apiKey }), startedAt, (event) => {
    const { candidates } = event as { candidates?: { content?: { parts?: { text?: string }[] } }[] };
    return candidates?.[0]?.content?.parts?.[0]?.text;
  });
}

/** Asks the service and gives its answer once it has begun. Destroying it is leaving. */
export function openChat(url: string, tokens: number): Promise<IncomingMessage> {
  const messages = [{ role: "user", content: questionFor(tokens) }];
  return post(`${url}/api/chat`, { messages });
}

/** What the model answers when it is asked for so many tokens. */
export function expectedAnswer(tokens: number): string {
  return Array.from({ length: tokens }, (_, i) => `token${i} `).join("");
}

function questionFor(tokens: number): string {
  return `${tokens} tokens, please`;
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method: "POST", headers: { ...headers, "content-type": "application/json" } }, resolve)
      .on("error", reject)
      .end(JSON.stringify(body));
  });
}

async function read(
  answer: IncomingMessage,
  startedAt: number,
  textOf: (event: unknown) => string | undefined,
): Promise<Streamed> {
  let firstMs = Number.NaN;
  const pieces: string[] = [];
  for await (const piece of answer.setEncoding("utf8")) {
    if (Number.isNaN(firstMs) && piece.includes("token0")) firstMs = performance.now() - startedAt;
    pieces.push(piece);
  }
  const wholeMs = performance.now() - startedAt;
  let text = "";
  for (const line of pieces.join("").split(/\r?\n/)) {
    if (line.startsWith("data: {")) text += textOf(JSON.parse(line.slice("data: ".length))) ?? "";
  }
  return { firstMs, wholeMs, text };
}
