import { describe, expect, it } from "vitest";
import { CallFailure } from "./call-failure.ts";
import { explainFailure } from "./explain-failure.ts";

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
});
