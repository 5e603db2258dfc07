// What the service adds to a model's stream: time to the first token, throughput, the time until a client's leaving
// reaches the model, and the memory of many streams at once. Times stand beside the same call made directly, in the
// same run. Run: npx node bench/streams.ts
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openGeminiDouble } from "../test/doubles/gemini.ts";
import { startMeasuredService } from "./live-memory.ts";
import { percentile, type RunningService, startService } from "./running-service.ts";
import { askModel, askService, expectedAnswer, type ModelAddress, openChat } from "./stream-client.ts";

interface Model extends ModelAddress {
  process: ChildProcess;
  /** What its certificate is in, where it has one. */
  certificateFile: string | undefined;
}

/** How many streams run at once where memory is measured. */
const STREAMS = 500;
const WARM_UP_STREAMS = 50;
/** How often a long stream is compared. */
const ROUNDS = 15;

const folder = await mkdtemp(join(tmpdir(), "carrel-bench-"));
const slow = await startModel(1);
const steady = await startModel(20);
const encrypted = await startModel(20, join(folder, "certificate.pem"));
try {
  await compare(slow);
  await leave();
  await measureResident("without encryption", steady);
  await measureResident("over HTTP/2 with TLS", encrypted);
  await measureLive(steady);
} finally {
  for (const model of [slow, steady, encrypted]) model.process.kill();
  await rm(folder, { recursive: true });
}

async function compare(model: Model): Promise<void> {
  const { url, stop } = await startService(settingsFor(model));
  try {
    for (let i = 0; i < 20; i++) await Promise.all([askModel(model, 5), askService(url, 5)]);
    const direct: number[] = [];
    const through: number[] = [];
    for (let i = 0; i < 200; i++) {
      direct.push((await askModel(model, 5)).firstMs);
      through.push((await askService(url, 5)).firstMs);
    }
    console.log(
      `first token: direct p50 ${show(direct)} ms, through the service p50 ${show(through)} ms, ` +
        `added ${(percentile(through, 0.5) - percentile(direct, 0.5)).toFixed(1)} ms`,
    );
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const one = await askModel(model, 1000);
      const other = await askService(url, 1000);
      if (one.text !== other.text) throw new Error("the service changed the answer");
      // The first round is for the compiler.
      if (round > 0) ratios.push(one.wholeMs / other.wholeMs);
    }
    console.log(
      `1,000 tokens: throughput through the service / direct, ${ROUNDS} rounds: median ` +
        `${percentile(ratios, 0.5).toFixed(3)}, ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
    );
  } finally {
    await stop();
  }
}

/** From the moment in which a client leaves to the one in which the model sees its connection closed. */
async function leave(): Promise<void> {
  const model = await openGeminiDouble({ paceMs: 20 });
  model.answerWith(() => Array.from({ length: 1000 }, (_, i) => `token${i} `));
  const service = await startService(settingsFor(model));
  const times: number[] = [];
  try {
    for (let i = 0; i < 100; i++) {
      const answer = await openChat(service.url, 1000);
      await once(answer, "data");
      const leftAt = performance.now();
      answer.destroy();
      while (model.openCalls() > 0) await wait(1);
      times.push(performance.now() - leftAt);
    }
  } finally {
    await service.stop();
    await model.close();
  }
  console.log(
    `a client leaves: the connection to the model is closed after p50 ${percentile(times, 0.5).toFixed(1)} ms, ` +
      `at most ${Math.max(...times).toFixed(1)} ms (${times.length} times)`,
  );
}

/** What the process takes from the machine: from idle, after a warm-up, to the peak, in one burst after another. */
async function measureResident(way: string, model: Model): Promise<void> {
  const tokens = 300;
  const service = await startService(settingsFor(model));
  try {
    await Promise.all(Array.from({ length: WARM_UP_STREAMS }, () => askService(service.url, 20)));
    for (const burst of ["first", "second", "third"]) {
      await wait(3_000);
      const { answers, idle, peak } = await watchPeak(service, () =>
        Promise.all(Array.from({ length: STREAMS }, () => askService(service.url, tokens))),
      );
      const whole = answers.filter(({ text }) => text === expectedAnswer(tokens)).length;
      console.log(
        `${STREAMS} streams of ${tokens} tokens at once ${way}, ${burst} burst: ${whole} complete and in order, resident ` +
          `memory from ${megabytes(idle)} MB idle to ${megabytes(peak)} MB at the peak, ${perStream(peak - idle)} kB a stream`,
      );
    }
  } finally {
    await service.stop();
  }
}

async function watchPeak<T>(service: RunningService, work: () => Promise<T>) {
  const idle = await service.residentBytes();
  let peak = idle;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await service.residentBytes());
  }, 50);
  try {
    return { answers: await work(), idle, peak };
  } finally {
    clearInterval(watch);
  }
}

/** What streams hold while they run: the live memory with all of them open, less that after all of them have left. */
async function measureLive(model: Model): Promise<void> {
  const service = await startMeasuredService(settingsFor(model));
  try {
    await Promise.all(Array.from({ length: WARM_UP_STREAMS }, () => askService(service.url, 20)));
    const answers = await Promise.all(Array.from({ length: STREAMS }, () => openChat(service.url, 1_500)));
    let received = 0;
    for (const answer of answers) answer.on("data", () => received++).on("error", () => undefined);
    await wait(10_000);
    const open = answers.filter(({ readableEnded }) => !readableEnded).length;
    const live = await service.liveBytes();
    for (const answer of answers) answer.destroy();
    await wait(2_000);
    const after = await service.liveBytes();
    console.log(
      `${open} streams open, each after ${Math.round(received / STREAMS)} events: ${perStream(live - after)} kB ` +
        `of live memory a stream, within ${megabytes(live)} MB`,
    );
  } finally {
    await service.stop();
  }
}

function settingsFor({ url, apiKey, certificateFile }: Pick<Model, "url" | "apiKey"> & Partial<Model>) {
  const trusted = certificateFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificateFile };
  return { GEMINI_API_KEY: apiKey, GEMINI_BASE_URL: url, ...trusted };
}

async function startModel(paceMs: number, certificateFile?: string): Promise<Model> {
  const program = join(import.meta.dirname, "streaming-model.ts");
  const args = certificateFile === undefined ? [paceMs] : [paceMs, certificateFile];
  const child = spawn(process.execPath, [program, ...args.map(String)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  return { ...(JSON.parse(line) as ModelAddress), process: child, certificateFile };
}

function show(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(1)} (p95 ${percentile(values, 0.95).toFixed(1)})`;
}

function perStream(bytes: number): string {
  return (bytes / STREAMS / 1000).toFixed(1);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
