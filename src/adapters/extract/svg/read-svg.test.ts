import { describe, expect, it } from "vitest";
import { fakeRecognizer } from "../testing/fake-recognizer.ts";
import { contextFor } from "../testing/read-context.ts";
import { readSvg } from "./read-svg.ts";

const drawing = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="50">${inside}</svg>`);

describe("readSvg", () => {
  it("reads title, description and texts, a line each", async () => {
    const inside =
      '<title>Plan</title><desc>Of the\n house</desc><style>no{}</style><text x="1">Kit<tspan>chen</tspan><tspan x="9">12 m²</tspan></text>';
    const { parts } = await readSvg(drawing(inside), contextFor("a.svg"));
    expect(parts).toEqual([{ text: "Plan\nOf the house\nKitchen 12 m²", pageNumber: null, section: null }]);
  });

  it("looks for letters in a drawing that has no texts", async () => {
    const recognizer = fakeRecognizer(() => "EXIT");
    const { parts } = await readSvg(drawing("<rect width='9' height='9'/>"), {
      ...contextFor("a.svg"),
      recognizer,
    });
    expect(parts[0]?.text).toBe("EXIT");
    expect(recognizer.pictures).toHaveLength(1);
  });

  it("says that a drawing holds no text", async () => {
    await expect(readSvg(drawing("<path d='M0 0'/>"), contextFor("a.svg"))).rejects.toMatchObject({
      reason: "empty",
    });
  });
});
