import { AppError } from "../../domain/errors.ts";
import type { CallFailure } from "./call-failure.ts";

/** How a provider is spoken of in messages. */
export interface ProviderDescription {
  /** As it stands in the midst of a sentence. */
  name: string;
  /** Scheme, host and port alone. */
  address: string;
  /** The setting that holds its key, and the one that holds its address. */
  keySetting: string;
  addressSetting: string;
}

/** What a call was for. */
export interface Call {
  model: string;
  role: "chat" | "title" | "vision" | "embedding";
}

/** The failure in words for whoever runs or uses the service: what is wrong and what to do about it. */
export function explainFailure(failure: CallFailure, call: Call, face: ProviderDescription): AppError {
  const code = call.role === "embedding" ? "embedding-failed" : "model-failed";
  return new AppError(code, asSentence(messageFor(failure, call, face)), { cause: failure });
}

/** A text that may begin with a name in lower case, as it stands at the start of a line. */
export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function messageFor(failure: CallFailure, { model, role }: Call, face: ProviderDescription): string {
  const { name, address, keySetting, addressSetting } = face;
  const status = failure.status === undefined ? "" : ` (HTTP ${failure.status})`;
  const reason = failure.reason === undefined ? "" : ` (${failure.reason})`;
  switch (failure.kind) {
    case "wrong-key":
      return `${name} refused the API key: check ${keySetting}`;
    case "forbidden":
      return `${name} does not let this API key use the model ${model}: check ${keySetting} and what its project allows`;
    case "unknown-model":
      return `${name} has no model ${model} at ${address}: check its name, or make it available there`;
    case "rejected":
      return `${name} did not accept the request to the model ${model}${status}${whyRejected(failure, role)}`;
    case "rate-limited":
      return `${name} gets more requests than its quota allows: try again ${inTime(failure.retryAfterMs)}`;
    case "quota-spent":
      return `The quota of ${name} for the model ${model} is used up${failure.reason ? ` ${failure.reason}` : ""}: wait until it is renewed, or raise it`;
    case "overloaded":
      return `${name} is overloaded or out of order${status}: try again in a moment`;
    case "unreachable":
      return `${name} cannot be reached at ${address}${whyUnreachable(failure.reason, addressSetting)}`;
    case "interrupted":
      return `The connection to ${name} was lost before the answer was complete: try again`;
    case "garbled":
      return `${name} answered in a form that cannot be read: check that ${addressSetting} leads to it`;
    case "stalled":
      return `${name} sent nothing for too long: try again, or choose a faster model than ${model}`;
    case "blocked":
      return role === "vision"
        ? `${name} withheld the description of the image for reasons of safety${reason}: leave it out, or set VISION_MODEL to another model, or to embedded, which reads the letters in an image alone`
        : `${name} withheld the answer for reasons of safety${reason}: put it in other words`;
    case "empty":
      return role === "vision"
        ? `The model ${model} gave no description of the image${reason}: index it again, or set VISION_MODEL to another model`
        : `The model ${model} gave no answer${reason}: ask again, or in other words`;
    case "unfit":
      return `The model ${model} of ${name} does not fit: ${failure.reason ?? "its answers cannot be used"}`;
  }
}

function whyRejected({ reason, status }: CallFailure, role: Call["role"]): string {
  if (reason !== undefined) return `: ${reason}`;
  if (role === "vision") return ": it may be a model that cannot see images";
  return status === undefined ? ": its log should say why" : "";
}

function whyUnreachable(reason: string | undefined, addressSetting: string): string {
  if (reason === undefined) return `: check the network and ${addressSetting}`;
  return /CERT|SIGNATURE/.test(reason)
    ? ` because its certificate is not trusted (${reason}): NODE_EXTRA_CA_CERTS can name a file with the authority that signed it`
    : ` (${reason}): check the network and ${addressSetting}`;
}

function inTime(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? "in a moment" : `in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s`;
}
