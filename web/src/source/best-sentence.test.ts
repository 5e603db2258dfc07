import { describe, expect, it } from "vitest";
import { bestSentence } from "./best-sentence.ts";

const PASSAGE =
  "The rent is due on the third working day. The tenant may end the lease with three\nmonths' notice. Pets need consent.";

describe("bestSentence", () => {
  it("finds the sentence that says the same, across line ends", () => {
    expect(bestSentence(PASSAGE, "You can end the lease with a notice of 3 months.")).toBe(
      "The tenant may end the lease with three months' notice.",
    );
  });

  it("leaves the heading above a sentence out", () => {
    expect(
      bestSentence(
        "4. Notice\nThe tenant gives three months' notice.",
        "Notice: three months by the tenant.",
      ),
    ).toBe("The tenant gives three months' notice.");
  });

  it("finds none where nothing is shared", () => {
    expect(bestSentence(PASSAGE, "The kitchen has an oven.")).toBeNull();
    expect(bestSentence(PASSAGE, "")).toBeNull();
  });
});
