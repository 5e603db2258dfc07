import { openOpenAiModels } from "../../src/adapters/openai/open-openai-models.ts";
import { makeCertificate, trust } from "../doubles/certificate.ts";
import { openFakeTime } from "../doubles/fake-time.ts";
import { openOpenAiDouble } from "../doubles/openai.ts";
import { prepareHere } from "../doubles/source-file.ts";
import { chatModelContract } from "./chat-model.ts";
import { embedderContract } from "./embedder.ts";
import { modelProviderContract } from "./model-provider.ts";
import { titleModelContract } from "./title-model.ts";
import { visionModelContract } from "./vision-model.ts";

const CHAT = "qwen3:4b";
const VISION = "llava";

async function openBoth() {
  const double = await openOpenAiDouble();
  const failing = await openOpenAiDouble();
  failing.failAlways({ kind: "overloaded" });
  const [provider, failingProvider] = [double, failing].map(({ url }) =>
    openOpenAiModels({ baseUrl: url, log: () => undefined, prepareImage: prepareHere, time: openFakeTime() }),
  );
  if (provider === undefined || failingProvider === undefined) throw new Error("Two providers were expected");
  const close = async () => {
    await double.close();
    await failing.close();
  };
  return { double, provider, failingProvider, close };
}

chatModelContract("An OpenAI-compatible server", async () => {
  const { double, provider, failingProvider, close } = await openBoth();
  return {
    model: provider.chat(CHAT),
    failingModel: failingProvider.chat(CHAT),
    openCalls: double.openCalls,
    close,
  };
});

titleModelContract("An OpenAI-compatible server", async () => {
  const { provider, failingProvider, close } = await openBoth();
  return { model: provider.titles(CHAT), failingModel: failingProvider.titles(CHAT), close };
});

visionModelContract("An OpenAI-compatible server", { configured: true }, async () => {
  const { provider, failingProvider, close } = await openBoth();
  return { model: provider.vision(VISION), failingModel: failingProvider.vision(VISION), close };
});

for (const model of ["nomic-embed-text", "embeddinggemma", "text-embedding-3-small"]) {
  embedderContract(`An OpenAI-compatible server with ${model}`, async () => {
    const { provider, close } = await openBoth();
    return { embedder: provider.embedder(model), close };
  });
}

const certificate = makeCertificate();
trust(certificate);

for (const [name, wire] of [
  ["An OpenAI-compatible server", "http"],
  ["An encrypted OpenAI-compatible server", { protocol: "http/1.1", certificate }],
] as const) {
  modelProviderContract(name, async ({ apiKey, log, time, stallMs }) => {
    const double = await openOpenAiDouble({ apiKey, wire });
    return {
      double,
      provider: openOpenAiModels({
        baseUrl: double.url,
        apiKey,
        log,
        prepareImage: prepareHere,
        time,
        stallMs,
      }),
      models: { chat: CHAT, embedding: "nomic-embed-text" },
      sharesConnections: false,
    };
  });
}
