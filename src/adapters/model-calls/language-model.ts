/**
 * The part of the AI SDK's provider specification that this service calls. A language model only builds requests
 * here: see build-request.ts.
 */
export interface LanguageModel {
  doStream(request: TextRequest): PromiseLike<unknown>;
}

/** What is asked of a language model. */
export interface TextRequest {
  prompt: PromptMessage[];
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
  /** In base64: the SDK would encode bytes one by one. */
  data: { type: "data"; data: string };
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
