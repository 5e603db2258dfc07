import { openGeminiModels } from "../../src/adapters/gemini/open-gemini-models.ts";
import { makeCertificate, trust } from "../doubles/certificate.ts";
import { openFakeTime } from "../doubles/fake-time.ts";
import { openGeminiDouble } from "../doubles/gemini.ts";
import { prepareHere } from "../doubles/source-file.ts";
import { chatModelContract } from "./chat-model.ts";
import { embedderContract } from "./embedder.ts";
import { modelProviderContract } from "./model-provider.ts";
import { titleModelContract } from "./title-model.ts";
import { visionModelContract } from "./vision-model.ts";

const CHAT = "gemini-3.8-flash";
const TITLES = "gemini-3.5-flash-lite";

async function openBoth() {
  const double = await openGeminiDouble();
  const failing = await openGeminiDouble();
  failing.failAlways({ kind: "overloaded" });
  const [provider, failingProvider] = [double, failing].map(({ apiKey, url }) =>
    openGeminiModels({
      apiKey,
      baseUrl: url,
      log: () => undefined,
      prepareImage: prepareHere,
      time: openFakeTime(),
    }),
  );
  if (provider === undefined || failingProvider === undefined) throw new Error("Two providers were expected");
  const close = async () => {
    await double.close();
    await failing.close();
  };
  return { double, provider, failingProvider, close };
}

chatModelContract("Gemini", async () => {
  const { double, provider, failingProvider, close } = await openBoth();
  return {
    model: provider.chat(CHAT),
    failingModel: failingProvider.chat(CHAT),
    openCalls: double.openCalls,
    close,
  };
});

titleModelContract("Gemini", async () => {
  const { provider, failingProvider, close } = await openBoth();
  return { model: provider.titles(TITLES), failingModel: failingProvider.titles(TITLES), close };
});

visionModelContract("Gemini", { configured: true }, async () => {
  const { provider, failingProvider, close } = await openBoth();
  return { model: provider.vision(CHAT), failingModel: failingProvider.vision(CHAT), close };
});

for (const model of ["text-embedding-004", "gemini-embedding-001", "gemini-embedding-2"]) {
  embedderContract(`Gemini with ${model}`, async () => {
    const { provider, close } = await openBoth();
    return { embedder: provider.embedder(model), close };
  });
}

const certificate = makeCertificate();
trust(certificate);

for (const [name, wire] of [
  ["Gemini", "http"],
  ["Gemini over HTTP/2", { protocol: "h2", certificate }],
] as const) {
  modelProviderContract(name, async ({ apiKey, log, time, stallMs }) => {
    const double = await openGeminiDouble({ apiKey, wire });
    return {
      double,
      provider: openGeminiModels({
        apiKey,
        baseUrl: double.url,
        log,
        prepareImage: prepareHere,
        time,
        stallMs,
      }),
      models: { chat: CHAT, embedding: "text-embedding-004" },
      sharesConnections: wire !== "http",
    };
  });
}
