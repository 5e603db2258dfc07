import type { GreyPicture, TextRecognizer } from "../ocr/text-recognizer.ts";

/** A recognizer that sees what the test says, and remembers what it was shown. */
export function fakeRecognizer(
  see: (picture: GreyPicture, index: number) => string,
): TextRecognizer & { pictures: GreyPicture[] } {
  const pictures: GreyPicture[] = [];
  return {
    width: 2,
    pictures,
    async recognize(picture) {
      pictures.push(picture);
      return see(picture, pictures.length - 1);
    },
  };
}
