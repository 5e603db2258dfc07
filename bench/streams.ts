// What the service adds to a model's stream: time to the first token, throughput, and memory of many streams at once.
// Every figure stands beside the same call made directly, in the same run. Run: npx node bench/streams.ts
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { percentile, type RunningService, startService } from "./running-service.ts";

interface Model {
  url: string;
  apiKey: string;
  process: ChildProcess;
}

interface Streamed {
  firstMs: number;
  wholeMs: number;
  text: string;
}

const slow = await startModel(1);
const steady = await startModel(20);
try {
  await compare(slow);
  await manyStreams(steady);
} finally {
  slow.process.kill();
  steady.process.kill();
}

async function compare(model: Model): Promise<void> {
  const service = await startService({ GEMINI_API_KEY: model.apiKey, GEMINI_BASE_URL: model.url });
  try {
    for (let i = 0; i < 20; i++) await Promise.all([askDirectly(model, 5), askService(service, 5)]);
    const direct: number[] = [];
    const through: number[] = [];
    for (let i = 0; i < 200; i++) {
      direct.push((await askDirectly(model, 5)).firstMs);
      through.push((await askService(service, 5)).firstMs);
    }
    console.log(
      `first token: direct p50 ${show(direct)} ms, through the service p50 ${show(through)} ms, ` +
        `added ${(percentile(through, 0.5) - percentile(direct, 0.5)).toFixed(1)} ms`,
    );
    for (let round = 0; round < 3; round++) {
      const one = await askDirectly(model, 1000);
      const other = await askService(service, 1000);
      if (one.text !== other.text) throw new Error("the service changed the answer");
      console.log(
        `1,000 tokens: direct ${one.wholeMs.toFixed(0)} ms, through the service ${other.wholeMs.toFixed(0)} ms, ` +
          `throughput ratio ${(one.wholeMs / other.wholeMs).toFixed(3)}`,
      );
    }
  } finally {
    await service.stop();
  }
}

async function manyStreams(model: Model): Promise<void> {
  const count = 500;
  const tokens = 300;
  const service = await startService({ GEMINI_API_KEY: model.apiKey, GEMINI_BASE_URL: model.url });
  try {
    await Promise.all(Array.from({ length: 50 }, () => askService(service, 20)));
    const before = await service.residentBytes();
    let peak = before;
    const watch = setInterval(async () => {
      peak = Math.max(peak, await service.residentBytes());
    }, 100);
    const answers = await Promise.all(Array.from({ length: count }, () => askService(service, tokens)));
    clearInterval(watch);
    const expected = Array.from({ length: tokens }, (_, i) => `token${i} `).join("");
    const whole = answers.filter(({ text }) => text === expected).length;
    console.log(
      `${count} streams at once: ${whole} complete and in order, ` +
        `${((peak - before) / count / 1000).toFixed(1)} kB of memory a stream at the peak`,
    );
  } finally {
    await service.stop();
  }
}

async function askService(service: RunningService, tokens: number): Promise<Streamed> {
  const startedAt = performance.now();
  const messages = [{ role: "user", content: `${tokens} tokens, please` }];
  const answer = await service.post("/api/chat", { messages });
  return read(answer, startedAt, (event) => (event as { chunk?: string }).chunk);
}

async function askDirectly({ url, apiKey }: Model, tokens: number): Promise<Streamed> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "x-goog-api-key": apiKey },
    body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: `${tokens} tokens, please` }] }] }),
  });
  return read(answer, startedAt, (event) => {
    const { candidates } = event as { candidates?: { content?: { parts?: { text?: string }[] } }[] };
    return candidates?.[0]?.content?.parts?.[0]?.text;
  });
}

async function read(
  answer: Response,
  startedAt: number,
  textOf: (event: unknown) => string | undefined,
): Promise<Streamed> {
  if (answer.body === null) throw new Error(`no stream: ${answer.status}`);
  let firstMs = Number.NaN;
  let text = "";
  let rest = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const payload = block.replace(/^data: /, "");
      const fragment =
        payload === "[DONE]" || !block.startsWith("data: ") ? undefined : textOf(JSON.parse(payload));
      if (fragment === undefined) continue;
      if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
      text += fragment;
    }
  }
  return { firstMs, wholeMs: performance.now() - startedAt, text };
}

async function startModel(paceMs: number): Promise<Model> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "streaming-model.ts"), String(paceMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((found) => {
    child.stdout.setEncoding("utf8").once("data", found);
  });
  return { ...(JSON.parse(line) as Omit<Model, "process">), process: child };
}

function show(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(1)} (p95 ${percentile(values, 0.95).toFixed(1)})`;
}
