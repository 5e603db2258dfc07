import { openEmbeddedEmbedder } from "../../src/adapters/embedded/embedder/open-embedded-embedder.ts";
import { embedderContract } from "./embedder.ts";

embedderContract("embedded", async () => {
  const embedder = openEmbeddedEmbedder();
  return { embedder, close: embedder.close };
});
