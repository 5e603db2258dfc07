import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import type { Reading } from "./choose-languages.ts";
import type { GreyPicture } from "./text-recognizer.ts";

/** Tesseract in this thread: it blocks while it reads. */
interface TesseractCore {
  read(picture: GreyPicture): Reading;
  /** Gives back the memory that it took. */
  close(): void;
}

/** Loads the program and what it knows of these languages, both from installed packages alone. */
export async function loadTesseractCore(languages: readonly string[]): Promise<TesseractCore> {
  // The package brings no types; this is the part of it that is used.
  const load = require(`${PROGRAM}.js`) as (options: object) => Promise<TesseractModule>;
  const core = await load({
    wasmBinary: readFileSync(require.resolve(`${PROGRAM}.wasm`)),
    TesseractProgress: ignore,
    print: ignore,
    printErr: ignore,
  });
  for (const language of languages) {
    const path = languageFile(language);
    if (path === null) throw new Error(`There is no data for the language ${language}`);
    core.FS.writeFile(`${language}.traineddata`, gunzipSync(readFileSync(path)));
  }
  const api = new core.TessBaseAPI();
  if (api.Init(null, languages.join("+"), NEURAL_ENGINE) !== 0) {
    throw new Error(`Tesseract cannot use the languages ${languages.join(", ")}`);
  }
  api.SetPageSegMode(WHOLE_PAGE);
  return { read: (picture) => readPicture(core, api, picture), close: () => api.End() };
}

/** Where the data of a language lies, null where its package is not installed. */
export function languageFile(language: string): string | null {
  if (!/^[a-z]{3,4}(?:_[a-z]{3,5})?$/.test(language)) return null;
  try {
    return require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}

interface TesseractModule {
  FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  TessBaseAPI: new () => TesseractApi;
}

interface TesseractApi {
  Init(path: null, languages: string, engine: number): number;
  SetPageSegMode(mode: number): void;
  SetImageFile(orientation: number, angle: number): number;
  SetSourceResolution(dotsPerInch: number): void;
  Recognize(monitor: null): number;
  GetUTF8Text(): string;
  MeanTextConf(): number;
  Clear(): void;
  End(): void;
}

/** What it says while it works is for nobody. */
const ignore = () => undefined;
const require = createRequire(import.meta.url);
const PROGRAM = "tesseract.js-core/tesseract-core-simd-lstm";
const NEURAL_ENGINE = 1;
const WHOLE_PAGE = 3;
const UPRIGHT = 1;
/** Where its own loader puts pictures. */
const PICTURE_PATH = "/input";
/** Below this mean of its words, out of 100, what was read are not letters but textures. */
const LEAST_CONFIDENCE = 40;

function readPicture(core: TesseractModule, api: TesseractApi, picture: GreyPicture): Reading {
  const { width, height, pixels, dotsPerInch } = picture;
  core.FS.writeFile(PICTURE_PATH, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]));
  try {
    if (api.SetImageFile(UPRIGHT, 0) !== 0) throw new Error("Tesseract cannot read the picture");
    api.SetSourceResolution(dotsPerInch);
    if (api.Recognize(null) !== 0) throw new Error("Tesseract failed");
    const confidence = api.MeanTextConf();
    return { text: confidence < LEAST_CONFIDENCE ? "" : api.GetUTF8Text(), confidence };
  } finally {
    api.Clear();
    core.FS.unlink(PICTURE_PATH);
  }
}
