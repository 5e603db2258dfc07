import { AppError } from "../../domain/errors.ts";
import type { ChatModel } from "../../ports/chat-model.ts";
import type { TitleModel } from "../../ports/title-model.ts";
import type { VisionModel } from "../../ports/vision-model.ts";
import type { OpenAnswerReader } from "./answer-event.ts";
import { CallFailure } from "./call-failure.ts";
import type { OpenEventCall } from "./event-call.ts";
import { chatRequest, titleRequest, visionRequest } from "./language-requests.ts";
import type { PrepareImage } from "./prepared-image.ts";
import type { ProviderCalls } from "./provider-calls.ts";
import { type BuildRequest, collectAnswer, type ModelConnection, streamAnswer } from "./stream-answer.ts";
import { dropUnopenedThought } from "./thought-filter.ts";

/** What a language model of a provider is used for. */
export interface LanguageRoles {
  chat(model: string): ChatModel;
  titles(model: string): TitleModel;
  vision(model: string): VisionModel;
}

interface LanguageRolesOptions {
  calls: ProviderCalls;
  /** How the provider wants one of its models to be asked. */
  requestTo: (model: string) => BuildRequest;
  openCall: OpenEventCall;
  openReader: OpenAnswerReader;
  /** How long a model may be silent before its answer counts as lost. */
  stallMs: number;
  prepareImage: PrepareImage;
}

/** Opens the roles that a provider's language models can play. */
export function openLanguageRoles({ requestTo, prepareImage, ...way }: LanguageRolesOptions): LanguageRoles {
  const connectionTo = (model: string, role: ModelConnection["call"]["role"]): ModelConnection => ({
    ...way,
    build: requestTo(model),
    call: { model, role },
  });

  return {
    chat(model) {
      const line = connectionTo(model, "chat");
      return { answer: (prompt, signal) => streamAnswer(line, chatRequest(prompt), signal) };
    },
    titles(model) {
      const line = connectionTo(model, "title");
      return {
        async suggestTitle(userMessages, signal) {
          try {
            return dropUnopenedThought(await collectAnswer(line, titleRequest(userMessages), signal));
          } catch (error) {
            if (isEmptyAnswer(error)) return "";
            throw error;
          }
        },
      };
    },
    vision(model) {
      const line = connectionTo(model, "vision");
      return {
        async describe(image, signal) {
          const prepared = await prepareImage(image, signal);
          const answer = await collectAnswer(line, visionRequest(prepared), signal);
          const description = dropUnopenedThought(answer);
          if (description === "") throw way.calls.explain(new CallFailure("empty"), line.call);
          return description;
        },
      };
    },
  };
}

function isEmptyAnswer(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof CallFailure && error.cause.kind === "empty";
}
