import { describe, expect, it } from "vitest";
import { openLanguageChoice } from "./choose-languages.ts";
import type { GreyPicture } from "./text-recognizer.ts";

const PAGE: GreyPicture = { width: 2, height: 2_000, pixels: new Uint8Array(4_000), dotsPerInch: 200 };

/** A picture in one language: every other one reads it badly. */
function readerOf(language: string, asked: string[]) {
  return async (picture: GreyPicture, languages: readonly string[]) => {
    asked.push(`${languages.join("+")} ${picture.height}`);
    const isRight = languages.includes(language);
    return { text: isRight ? "right" : "wrong", confidence: isRight ? 90 : 45 };
  };
}
const choose = (language: string, asked: string[], installed: string[]) =>
  openLanguageChoice(readerOf(language, asked), { usual: ["eng"], installed });

describe("openLanguageChoice", () => {
  it("reads in the usual language where that is sure", async () => {
    const asked: string[] = [];
    expect(await choose("eng", asked, ["eng", "ara"])(PAGE)).toBe("right");
    expect(asked).toEqual(["eng 2000"]);
  });

  it("tries the others on a part of the picture where it is not, and begins with what it found the next time", async () => {
    const asked: string[] = [];
    const read = choose("heb", asked, ["ara", "eng", "heb"]);
    expect(await read(PAGE)).toBe("right");
    expect(asked).toEqual(["eng 2000", "ara 500", "heb 500", "heb+eng 2000"]);
    asked.length = 0;
    await read(PAGE);
    expect(asked[1]).toBe("heb 500");
  });

  it("begins with the language that the document seems to be in", async () => {
    const asked: string[] = [];
    expect(await choose("heb", asked, ["ara", "eng", "heb"])(PAGE, ["heb"])).toBe("right");
    expect(asked).toEqual(["heb+eng 2000"]);
  });

  it("keeps the first reading where no language is better, or none is installed", async () => {
    expect(await choose("tha", [], ["ara", "eng"])(PAGE, ["tha"])).toBe("wrong");
    expect(await choose("tha", [], ["eng"])(PAGE)).toBe("wrong");
  });
});
