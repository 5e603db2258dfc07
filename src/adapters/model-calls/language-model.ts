/**
 * The part of the AI SDK's provider specification that this service calls. The models are called as the
 * specification has them, without the layer above: it holds two to three times the memory for each stream.
 */
export interface LanguageModel {
  doStream(options: LanguageModelCall): PromiseLike<{ stream: ReadableStream<StreamPart> }>;
}

export interface LanguageModelCall {
  prompt: PromptMessage[];
  abortSignal: AbortSignal;
  maxOutputTokens?: number;
}

export type PromptMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: (TextPart | ImagePart)[] }
  | { role: "assistant"; content: TextPart[] };

export interface TextPart {
  type: "text";
  text: string;
}

export interface ImagePart {
  type: "file";
  mediaType: string;
  data: { type: "data"; data: Uint8Array };
}

export type StreamPart =
  | { type: "text-delta"; delta: string }
  | { type: "error"; error: unknown }
  | { type: "finish"; finishReason: FinishReason; usage: TokenUsage }
  | { type: OtherPart };

/** Parts that show nothing but that the model is alive. */
type OtherPart =
  | "stream-start"
  | "response-metadata"
  | "ping"
  | "raw"
  | "text-start"
  | "text-end"
  | `reasoning-${"start" | "delta" | "end" | "file"}`
  | "source"
  | "file"
  | "custom"
  | `tool-input-${"start" | "delta" | "end"}`
  | "tool-call"
  | "tool-result"
  | "tool-approval-request";

export interface FinishReason {
  unified: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "interrupted" | "other";
  /** The provider's own word for it. */
  raw: string | undefined;
}

export interface TokenUsage {
  inputTokens: { total: number | undefined };
  outputTokens: { total: number | undefined };
}

export interface EmbeddingModel {
  doEmbed(options: EmbeddingCall): PromiseLike<{
    embeddings: number[][];
    usage?: { tokens: number } | undefined;
    response?: { body?: unknown } | undefined;
  }>;
}

export interface EmbeddingCall {
  values: string[];
  abortSignal: AbortSignal;
  providerOptions?: Record<string, Record<string, string | number>>;
}
