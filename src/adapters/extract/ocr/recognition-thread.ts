/** Entry of a thread that reads pictures, one after the other. */
import { parentPort } from "node:worker_threads";
import type { Reading } from "./choose-languages.ts";
import { loadTesseractCore } from "./tesseract-core.ts";
import type { GreyPicture } from "./text-recognizer.ts";

/** What a thread is sent. */
export interface RecognitionTask {
  picture: GreyPicture;
  languages: readonly string[];
}

/** What a thread answers to a picture. */
export type Recognition = Reading | { error: string };

type Core = Awaited<ReturnType<typeof loadTesseractCore>>;

/** Languages take a while to load, and memory: the last ones are kept. */
let loaded: { key: string; core: Core } | null = null;

// The one who starts the thread sends nothing but pictures, one after the other.
parentPort?.on("message", async (task: RecognitionTask) => {
  parentPort?.postMessage(await recognitionOf(task));
});

async function recognitionOf({ picture, languages }: RecognitionTask): Promise<Recognition> {
  try {
    return (await coreFor(languages)).read(picture);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function coreFor(languages: readonly string[]): Promise<Core> {
  const key = languages.join("+");
  if (loaded?.key === key) return loaded.core;
  loaded?.core.close();
  loaded = null;
  const core = await loadTesseractCore(languages);
  loaded = { key, core };
  return core;
}
