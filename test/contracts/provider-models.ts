import type { ModelProvider } from "../../src/adapters/model-calls/model-provider.ts";
import { openFakeTime } from "../doubles/fake-time.ts";
import type { Wire } from "../doubles/wire.ts";
import { chatModelContract } from "./chat-model.ts";
import { embedderContract } from "./embedder.ts";
import { modelProviderContract } from "./model-provider.ts";
import type { OpenProvider } from "./provider-stage.ts";
import { titleModelContract } from "./title-model.ts";
import { visionModelContract } from "./vision-model.ts";

type ModelDouble = Awaited<ReturnType<OpenProvider>>["double"];
type Settings = Parameters<OpenProvider>[0];

interface ProviderModels<Double extends ModelDouble> {
  openDouble(options: { apiKey?: string; wire?: Wire }): Promise<Double>;
  openModels(double: Double, settings: Pick<Settings, "log" | "time"> & Partial<Settings>): ModelProvider;
  models: { chat: string; titles: string; vision: string; embedding: readonly [string, ...string[]] };
  /** By name, the ways in which the provider is spoken to. */
  wires: Record<string, { wire: Wire; sharesConnections: boolean }>;
}

/** All that the models of a provider have to keep to. */
export function providerModelsContract<Double extends ModelDouble>(
  name: string,
  { openDouble, openModels, models, wires }: ProviderModels<Double>,
): void {
  const quiet = () => ({ log: () => undefined, time: openFakeTime() });

  /** The provider, and one that always fails. */
  async function openBoth() {
    const [double, failing] = [await openDouble({}), await openDouble({})];
    failing.failAlways({ kind: "overloaded" });
    return {
      double,
      provider: openModels(double, quiet()),
      failingProvider: openModels(failing, quiet()),
      async close() {
        await double.close();
        await failing.close();
      },
    };
  }

  chatModelContract(name, async () => {
    const { double, provider, failingProvider, close } = await openBoth();
    const [model, failingModel] = [provider.chat(models.chat), failingProvider.chat(models.chat)];
    return { model, failingModel, openCalls: double.openCalls, close };
  });

  titleModelContract(name, async () => {
    const { provider, failingProvider, close } = await openBoth();
    const [model, failingModel] = [provider.titles(models.titles), failingProvider.titles(models.titles)];
    return { model, failingModel, close };
  });

  visionModelContract(name, { configured: true }, async () => {
    const { provider, failingProvider, close } = await openBoth();
    const [model, failingModel] = [provider.vision(models.vision), failingProvider.vision(models.vision)];
    return { model, failingModel, close };
  });

  for (const model of models.embedding) {
    embedderContract(`${name} with ${model}`, async () => {
      const { provider, close } = await openBoth();
      return { embedder: provider.embedder(model), close };
    });
  }

  for (const [wireName, { wire, sharesConnections }] of Object.entries(wires)) {
    modelProviderContract(wireName, async (settings) => {
      const double = await openDouble({ apiKey: settings.apiKey, wire });
      const provider = openModels(double, settings);
      const [embedding] = models.embedding;
      return { double, provider, models: { chat: models.chat, embedding }, sharesConnections };
    });
  }
}
