import { describe, expect, it } from "vitest";
import { CallFailure } from "./call-failure.ts";
import { type Call, explainFailure } from "./explain-failure.ts";

const face = { name: "the server", address: "https://host", keySetting: "KEY", addressSetting: "URL" };

describe("explainFailure", () => {
  it.each([
    [undefined, "The server cannot be reached at https://host: check the network and URL"],
    [
      "ECONNREFUSED",
      "The server cannot be reached at https://host (ECONNREFUSED): check the network and URL",
    ],
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "The server cannot be reached at https://host because its certificate is not trusted " +
        "(DEPTH_ZERO_SELF_SIGNED_CERT): NODE_EXTRA_CA_CERTS can name a file with the authority that signed it",
    ],
  ])("says why a server cannot be reached: %s", (reason, message) => {
    const failure = new CallFailure("unreachable", { reason });
    expect(explainFailure(failure, { model: "m", role: "chat" }, face).message).toBe(message);
  });

  it.each<[Call["role"], CallFailure, string]>([
    [
      "chat",
      new CallFailure("blocked", { reason: "SAFETY" }),
      "The server withheld the answer for reasons of safety (SAFETY): put it in other words",
    ],
    [
      "vision",
      new CallFailure("blocked", { reason: "IMAGE_SAFETY" }),
      "The server withheld the description of the image for reasons of safety (IMAGE_SAFETY): leave it out, or set " +
        "VISION_MODEL to another model, or to embedded, which reads the letters in an image alone",
    ],
    ["chat", new CallFailure("empty"), "The model m gave no answer: ask again, or in other words"],
    [
      "vision",
      new CallFailure("empty", { reason: "it ran out of tokens" }),
      "The model m gave no description of the image (it ran out of tokens): index it again, or set VISION_MODEL to another model",
    ],
    [
      "chat",
      new CallFailure("rejected", { status: 400 }),
      "The server did not accept the request to the model m (HTTP 400)",
    ],
    [
      "chat",
      new CallFailure("rejected"),
      "The server did not accept the request to the model m: its log should say why",
    ],
  ])("tells one who uses %s what can be done about a model that is %s", (role, failure, message) => {
    expect(explainFailure(failure, { model: "m", role }, face).message).toBe(message);
  });
});
