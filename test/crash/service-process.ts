import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { sendJsonTo } from "../doubles/send-json-to.ts";

const PROGRAM = resolve(import.meta.dirname, "../../bin/carrel.js");

/** A command of the program that runs on a data folder. */
export interface ServiceProcess {
  child: ChildProcess;
  said: { out: string; err: string };
  /** The code it ended with; null where a signal ended it. */
  ended: Promise<number | null>;
  /** Where it listens; empty where it ended instead. */
  url: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ask(path: string, body?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  upload(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<{ status: number; body: any }>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export interface Start {
  dataDirectory: string;
  words?: readonly string[];
  /** What starts the program instead of nothing, for example a tool that gives it other process numbers. */
  wrapper?: readonly string[];
  settings?: Record<string, string>;
  /** What is piped into it. */
  input?: string;
  /** Where it runs, if not where the tests do. */
  cwd?: string;
}

/** Starts the program and waits until it listens or has ended. */
export async function startProcess(options: Start): Promise<ServiceProcess> {
  const { dataDirectory, words = ["serve"], wrapper = [], settings = {}, input, cwd } = options;
  const { PATH = "" } = process.env;
  const env = { PATH, PORT: "0", DATA_DIR: dataDirectory, OLLAMA_DISCOVERY: "off", ...settings };
  const [program = "", ...rest] = [...wrapper, process.execPath, PROGRAM, ...words];
  const child = spawn(program, rest, { env, cwd });
  if (input !== undefined) child.stdin.end(input);
  const said = { out: "", err: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.err += text;
  });
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const listening = new Promise<void>((done) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said.out += text;
      if (said.out.includes("Carrel is at http://")) done();
    });
  });
  await Promise.race([ended, listening]);
  const url = /Carrel is at (http:\/\/[\w.:]+)/.exec(said.out)?.[1] ?? "";
  // It says where it is a moment before it listens to signals.
  if (url !== "") await (await fetch(`${url}/docs`)).arrayBuffer();
  return {
    child,
    said,
    ended,
    url,
    async ask(path, body) {
      return (await (body ? sendJsonTo(url + path, body) : fetch(url + path))).json();
    },
    async upload(name, content) {
      const form = new FormData();
      form.append("userId", "ada");
      form.append("file", new Blob([content]), name);
      const answer = await fetch(`${url}/api/documents/upload`, { method: "POST", body: form });
      return { status: answer.status, body: await answer.json() };
    },
    async kill(signal = "SIGKILL") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}
