// A model that streams as many tokens as the question asks for, in a process of its own, for bench/streams.ts.
import { openGeminiDouble } from "../test/doubles/gemini.ts";

const [paceMs = "1"] = process.argv.slice(2);
const model = await openGeminiDouble({ paceMs: Number(paceMs) });
model.answerWith((question) =>
  Array.from({ length: Number(/\d+/.exec(question)?.[0] ?? 10) }, (_, i) => `token${i} `),
);
console.log(JSON.stringify({ url: model.url, apiKey: model.apiKey }));
