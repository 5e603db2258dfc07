import { defineConfig } from "vitest/config";

/** The contracts against real servers, where the environment names some: `npm run test:live`. */
export default defineConfig({
  test: {
    include: ["test/live/*.live.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    reporters: ["verbose"],
  },
});
