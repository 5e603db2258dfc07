#!/usr/bin/env node
// Plain JavaScript, so that a Node too old for the rest can still say so.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `Carrel needs Node 24 or newer, and this is ${process.version}. Run "npm install && npm start": it brings its own.`,
  );
  process.exitCode = 1;
} else {
  // Compiled code is kept for the next start, which it makes about twice as fast.
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  // Hundreds of streams would else make V8 hold several times what they need: see docs/decisions/0007.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--optimize-for-size");
  const { main } = await import("../src/main.ts");
  await main(process.argv.slice(2));
}
