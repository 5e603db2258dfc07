// A model that streams as many tokens as the question asks for, in a process of its own, for bench/streams.ts.
// Arguments: the time for each token in ms, and a file for its certificate where it should speak HTTP/2 over TLS.
import { writeFileSync } from "node:fs";
import { makeCertificate } from "../test/doubles/certificate.ts";
import { openGeminiDouble } from "../test/doubles/gemini.ts";
import type { Wire } from "../test/doubles/wire.ts";

const [paceMs = "1", certificateFile] = process.argv.slice(2);
const model = await openGeminiDouble({ paceMs: Number(paceMs), wire: wireFor(certificateFile) });
model.answerWith((question) =>
  Array.from({ length: Number(/\d+/.exec(question)?.[0] ?? 10) }, (_, i) => `token${i} `),
);
console.log(JSON.stringify({ url: model.url, apiKey: model.apiKey }));

function wireFor(file: string | undefined): Wire {
  if (file === undefined) return "http";
  const certificate = makeCertificate();
  writeFileSync(file, certificate.cert);
  return { protocol: "h2", certificate };
}
