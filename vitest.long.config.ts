import { defineConfig } from "vitest/config";

/** What takes too long for every run: `npm run test:long`. */
export default defineConfig({
  test: { include: ["test/**/*.long.ts"], testTimeout: 600_000, hookTimeout: 60_000, maxWorkers: 1 },
});
