import { openOpenAiModels } from "../../src/adapters/openai/open-openai-models.ts";
import { makeCertificate, trust } from "../doubles/certificate.ts";
import { openOpenAiDouble } from "../doubles/openai.ts";
import { prepareHere } from "../doubles/source-file.ts";
import { providerModelsContract } from "./provider-models.ts";

const certificate = makeCertificate();
trust(certificate);

providerModelsContract("An OpenAI-compatible server", {
  openDouble: openOpenAiDouble,
  openModels: ({ url }, settings) =>
    openOpenAiModels({ baseUrl: url, prepareImage: prepareHere, ...settings }),
  models: {
    chat: "qwen3:4b",
    titles: "qwen3:4b",
    vision: "llava",
    embedding: ["nomic-embed-text", "embeddinggemma", "text-embedding-3-small"],
  },
  wires: {
    "An OpenAI-compatible server": { wire: "http", sharesConnections: false },
    "An encrypted OpenAI-compatible server": {
      wire: { protocol: "http/1.1", certificate },
      sharesConnections: false,
    },
  },
});
