import { expect } from "vitest";
import { openAppwritePlatform } from "../../src/adapters/appwrite/open-appwrite-platform.ts";
import { openQdrantVectorStore } from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { NAMES } from "../contracts/appwrite-stage.ts";
import { calm } from "../contracts/store-under-test.ts";
import { type AppwriteDouble, openAppwriteDouble } from "../doubles/appwrite.ts";
import type { BackendDouble } from "../doubles/backend-double.ts";
import { type GeminiDouble, openGeminiDouble } from "../doubles/gemini.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import type { Stack } from "./interface-suite.ts";

const KEY = "a-key";

/** Doubles of the backends, provisioned, and the settings that lead to them. What is not named is embedded. */
export interface ProductionStack extends Stack {
  appwrite: AppwriteDouble;
  qdrant: QdrantDouble;
  gemini: GeminiDouble;
}

/** Opens the doubles, provisioned unless they are to be `bare`; the settings name only the parts that are asked for. */
export async function openProductionStack(
  parts: readonly ("appwrite" | "qdrant" | "gemini")[],
  state: "provisioned" | "bare" = "provisioned",
): Promise<ProductionStack> {
  const appwrite = await openAppwriteDouble({ apiKeys: [KEY] });
  const qdrant = await openQdrantDouble({ apiKeys: [KEY] });
  const gemini = await openGeminiDouble();
  const { endpoint, projectId } = appwrite;
  if (state === "provisioned") {
    const platform = openAppwritePlatform({ endpoint, projectId, apiKey: KEY, ...NAMES });
    await platform.provision(calm);
    // The first requests make the doubles read long descriptions, for which a health check has no time.
    await platform.check(calm);
    const vectors = await openQdrantVectorStore({ urls: [qdrant.url], apiKey: KEY });
    await vectors.check(calm);
    await vectors.close();
  }
  const settings = {
    appwrite: {
      APPWRITE_ENDPOINT: endpoint,
      APPWRITE_PROJECT_ID: projectId,
      APPWRITE_API_KEY: KEY,
      APPWRITE_DATABASE_ID: NAMES.databaseId,
      APPWRITE_SESSIONS_TABLE_ID: NAMES.sessionsTableId,
      APPWRITE_BUCKET_ID: NAMES.bucketId,
    },
    qdrant: { QDRANT_URL: qdrant.url, QDRANT_API_KEY: KEY },
    gemini: { GEMINI_API_KEY: gemini.apiKey, GEMINI_BASE_URL: gemini.url },
  };
  return {
    appwrite,
    qdrant,
    gemini,
    environment: Object.assign({}, ...parts.map((part) => settings[part])),
    async close() {
      expectNoProblems(appwrite);
      expectNoProblems(qdrant);
      await appwrite.stop();
      await qdrant.stop();
      await gemini.close();
    },
  };
}

/** Everything that was said fits the vendors' descriptions. */
function expectNoProblems({ problems }: BackendDouble): void {
  expect([...new Set(problems)]).toEqual([]);
}
