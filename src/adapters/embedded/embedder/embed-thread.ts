/** The thread in which texts become vectors: computing one blocks whoever does it. */
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { composeVector } from "./compose-vector.ts";
import { lexicalVector } from "./lexical.ts";
import { openSemanticModel } from "./semantic-model.ts";

/** How the thread computes. */
export interface ThreadSettings {
  /** How many processors one text may use. */
  processors: number;
  /** Whether whatever else wants the processor goes first. */
  givesWay: boolean;
}

/** What it answers to a list of texts: their vectors in order, or what went wrong. */
export type ThreadReply = { vectors: Float32Array[] } | { failure: string };

// This module runs only as the thread of `startEmbedThread`, which gives it these settings.
const settings: ThreadSettings = workerData;
const LOW_PRIORITY = 10;
if (settings.givesWay && process.platform === "linux") giveWay();
const semanticModel = await openSemanticModel(settings.processors);

parentPort?.on("message", async (texts: readonly string[]) => {
  parentPort?.postMessage(await embed(texts));
});

async function embed(texts: readonly string[]): Promise<ThreadReply> {
  try {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(composeVector(await semanticModel(text), lexicalVector(text)));
    return { vectors };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Linux gives every thread a priority of its own; those that compute are started later and inherit it. */
function giveWay(): void {
  try {
    const threadId = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(threadId, LOW_PRIORITY);
  } catch (error) {
    // Some sandboxes have no such file or forbid the call: slower searches while indexing, nothing worse.
    process.emitWarning(`Indexing runs at usual priority: ${error}`);
  }
}
