/** Entry of a thread that reads pictures, one after the other. */
import { parentPort, workerData } from "node:worker_threads";
import { loadTesseractCore } from "./tesseract-core.ts";
import type { GreyPicture } from "./text-recognizer.ts";

/** What a thread answers to a picture. */
export type Recognition = { text: string } | { error: string };

// The one who starts the thread gives it these, and sends nothing but pictures.
const { languages } = workerData as { languages: string[] };
const loading = loadTesseractCore(languages);

parentPort?.on("message", async (picture: GreyPicture) => {
  parentPort?.postMessage(await recognitionOf(picture));
});

async function recognitionOf(picture: GreyPicture): Promise<Recognition> {
  try {
    return { text: (await loading).read(picture) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
