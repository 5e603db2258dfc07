import { openExtractiveAnswerer } from "../../src/adapters/embedded/extractive-answerer.ts";
import { openKeywordTitles } from "../../src/adapters/embedded/keyword-titles.ts";
import { openNoVisionModel } from "../../src/adapters/embedded/no-vision-model.ts";
import { AppError } from "../../src/domain/errors.ts";
import { chatModelContract } from "./chat-model.ts";
import { titleModelContract } from "./title-model.ts";
import { visionModelContract } from "./vision-model.ts";

const close = async () => undefined;

chatModelContract("the extractive answerer", async () => {
  let calls = 0;
  const embedQuery = async (text: string) => {
    calls++;
    await Promise.resolve();
    calls--;
    return Float32Array.of(1, text.length);
  };
  const refuse = () => Promise.reject(new AppError("embedding-failed", "The embedder is gone"));
  return {
    model: openExtractiveAnswerer({ embedQuery }),
    failingModel: openExtractiveAnswerer({ embedQuery: refuse }),
    openCalls: () => calls,
    close,
  };
});

titleModelContract(
  "keyword titles",
  async () => ({ model: openKeywordTitles(), failingModel: null, close }),
  { hasUpstream: false },
);

visionModelContract("no vision model", { configured: false }, async () => ({
  model: openNoVisionModel(),
  failingModel: null,
  close,
}));
