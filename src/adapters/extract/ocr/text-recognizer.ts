/** Reads the letters in pictures. */
export interface TextRecognizer {
  /** How many pictures it reads at the same time. */
  readonly width: number;
  /** The text of a picture, line by line; empty where it finds none. What the document seems to be in is tried first. */
  recognize(picture: GreyPicture, likelyLanguages?: readonly string[]): Promise<string>;
}

/** A picture in shades of grey: a byte for each pixel, row by row, 0 for black. */
export interface GreyPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
  dotsPerInch: number;
}
