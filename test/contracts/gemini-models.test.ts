import { openGeminiModels } from "../../src/adapters/gemini/open-gemini-models.ts";
import { makeCertificate, trust } from "../doubles/certificate.ts";
import { openGeminiDouble } from "../doubles/gemini.ts";
import { prepareHere } from "../doubles/source-file.ts";
import { providerModelsContract } from "./provider-models.ts";

const certificate = makeCertificate();
trust(certificate);

providerModelsContract("Gemini", {
  openDouble: openGeminiDouble,
  openModels: ({ apiKey, url }, settings) =>
    openGeminiModels({ apiKey, baseUrl: url, prepareImage: prepareHere, ...settings }),
  models: {
    chat: "gemini-3.8-flash",
    titles: "gemini-3.5-flash-lite",
    vision: "gemini-3.8-flash",
    embedding: ["text-embedding-004", "gemini-embedding-001", "gemini-embedding-2"],
  },
  wires: {
    Gemini: { wire: "http", sharesConnections: false },
    "Gemini over HTTP/2": { wire: { protocol: "h2", certificate }, sharesConnections: true },
  },
});
