import { defineConfig } from "vitest/config";

// As the service does, see src/config.ts: threads that load ONNX Runtime cannot set it.
process.env.ORT_DISABLE_TELEMETRY = "1";

export default defineConfig({
  test: {
    globalSetup: "test/build-page.setup.ts",
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ["default", ["json", { outputFile: "node_modules/.vitest/results.json" }]],
  },
});
