import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { openLanguageChoice, type Reading } from "./choose-languages.ts";
import { installedLanguages } from "./languages.ts";
import type { Recognition, RecognitionTask } from "./recognition-thread.ts";
import type { TextRecognizer } from "./text-recognizer.ts";

/** A thread costs up to 150 MB, which all of them take from what a file may cost. */
const MAX_THREADS = 3;

/** Opens a recognizer that reads in these languages, and in others that are installed where they fit better. Its threads start with the first picture and stay until it is closed. */
export function openRecognizer(languages: readonly string[]): TextRecognizer & { close(): Promise<void> } {
  const width = Math.min(availableParallelism(), MAX_THREADS);
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting: ((thread: Worker) => void)[] = [];

  function start(): Worker {
    const thread = new Worker(new URL("./recognition-thread.ts", import.meta.url));
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

  async function read(task: RecognitionTask): Promise<Reading> {
    const thread = await take();
    try {
      const reading = await readIn(thread, task);
      giveBack(thread);
      return reading;
    } catch (error) {
      await replace(thread);
      throw error;
    }
  }

  return {
    width,
    recognize: openLanguageChoice((picture, chosen) => read({ picture, languages: chosen }), {
      usual: languages,
      installed: installedLanguages(),
    }),
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
      threads.clear();
    },
  };
}

function readIn(thread: Worker, task: RecognitionTask): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      thread.off("message", onMessage).off("error", onError).off("exit", onExit);
      act();
    };
    const onMessage = (recognition: Recognition) =>
      settle(() => ("text" in recognition ? resolve(recognition) : reject(new Error(recognition.error))));
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error("The thread that reads pictures has ended")));
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    thread.postMessage(task);
  });
}
