/** What one file may cost. A file that wants more fails alone. */
export interface ExtractionLimits {
  /** How long a file may take to read, and how long its bytes may take to arrive. */
  wallTimeMs: number;
  /** How long one picture may take to decode: a drawing of a few lines can ask for years of computing. */
  pictureTimeMs: number;
  /** Resident memory of the process that reads the file. It is looked at ten times a second, so a little more may be reached. */
  memoryBytes: number;
  fileBytes: number;
  /** Characters of text, all parts together. */
  characters: number;
  pages: number;
  /** Bytes that the entries of an archive may inflate to, all together. */
  inflatedBytes: number;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Limits that real files keep: the wall time lies inside the 300 s that indexing has, and the memory so far below 1 GB
 * that no file reaches that before it is noticed.
 */
export const DEFAULT_LIMITS: ExtractionLimits = {
  wallTimeMs: 240_000,
  pictureTimeMs: 20_000,
  memoryBytes: 832 * MEBIBYTE,
  fileBytes: 512 * MEBIBYTE,
  characters: 20_000_000,
  pages: 5_000,
  inflatedBytes: 300 * MEBIBYTE,
};
