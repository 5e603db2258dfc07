import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Recognition } from "./recognition-thread.ts";
import type { GreyPicture, TextRecognizer } from "./text-recognizer.ts";

/** A thread costs up to 150 MB, which all of them take from what a file may cost. */
const MAX_THREADS = 3;

/** Opens a recognizer. Its threads start with the first picture and stay until it is closed. */
export function openRecognizer(languages: readonly string[]): TextRecognizer & { close(): Promise<void> } {
  const width = Math.min(availableParallelism(), MAX_THREADS);
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting: ((thread: Worker) => void)[] = [];

  function start(): Worker {
    const thread = new Worker(new URL("./recognition-thread.ts", import.meta.url), {
      workerData: { languages },
    });
    threads.add(thread);
    return thread;
  }

  async function take(): Promise<Worker> {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (threads.size < width) return start();
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(thread: Worker): void {
    const next = waiting.shift();
    if (next !== undefined) next(thread);
    else idle.push(thread);
  }

  /** A thread that failed may hold anything: another one takes its place. */
  async function replace(thread: Worker): Promise<void> {
    threads.delete(thread);
    await thread.terminate();
    const next = waiting.shift();
    if (next !== undefined) next(start());
  }

  return {
    width,
    async recognize(picture) {
      const thread = await take();
      try {
        const text = await readIn(thread, picture);
        giveBack(thread);
        return text;
      } catch (error) {
        await replace(thread);
        throw error;
      }
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
      threads.clear();
    },
  };
}

function readIn(thread: Worker, picture: GreyPicture): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      thread.off("message", onMessage).off("error", onError).off("exit", onExit);
      act();
    };
    const onMessage = (recognition: Recognition) =>
      settle(() =>
        "text" in recognition ? resolve(recognition.text) : reject(new Error(recognition.error)),
      );
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error("The thread that reads pictures has ended")));
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    thread.postMessage(picture);
  });
}
