import { defineConfig } from "vitest/config";

// As the service does, see src/config.ts: threads that load ONNX Runtime cannot set it.
process.env.ORT_DISABLE_TELEMETRY = "1";

export default defineConfig({
  test: {
    globalSetup: ["test/left-out.setup.ts", "test/build-page.setup.ts"],
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // One more than a small machine has cores: many tests wait for a time that passes, or for a process that starts.
    maxWorkers: 3,
    // Each file in a process of its own; said, because vitest would else advise against it at every end.
    isolate: true,
    // A line for each file, and not one for every test that takes a third of a second.
    slowTestThreshold: 10_000,
    reporters: ["default", ["json", { outputFile: "node_modules/.vitest/results.json" }]],
  },
});
