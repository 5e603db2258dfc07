import { describe, expect, it } from "vitest";
import { CallFailure } from "./call-failure.ts";
import { readCallFailure } from "./read-call-failure.ts";
import { RejectedCall, type Rejection, rejectedInStream } from "./rejected-call.ts";

const byStatus = ({ status }: Rejection) =>
  new CallFailure(status >= 500 ? "overloaded" : "rejected", { status, retryAfterMs: 5, reason: "r" });

describe("readCallFailure", () => {
  it.each<[string, unknown, object]>([
    ["a sentence", "model runner has unexpectedly stopped", { kind: "rejected", status: undefined }],
    ["a type", { message: "m", type: "server_error" }, { kind: "overloaded", status: undefined }],
    ["a code", { message: "m", code: 503 }, { kind: "overloaded", status: 503 }],
    ["a code in words", { message: "m", code: "429" }, { kind: "rejected", status: 429 }],
  ])("tells no status that was not sent: %s inside a stream", (_, error, expected) => {
    const failure = readCallFailure(rejectedInStream(error), byStatus);
    expect(failure).toMatchObject({ ...expected, retryAfterMs: 5, reason: "r" });
  });

  it("tells the status of a refusal", () => {
    const refused = new RejectedCall({ status: 400, headers: {}, body: undefined });
    expect(readCallFailure(refused, byStatus)).toMatchObject({ kind: "rejected", status: 400 });
  });

  it("takes no error of the program for a failure of the provider", () => {
    expect(readCallFailure(new TypeError("x is undefined"), byStatus)).toBeUndefined();
  });
});
