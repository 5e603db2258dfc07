import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

const packageSchema = z.object({
  version: z.string().optional(),
  os: z.union([z.array(z.string()), z.string()]).optional(),
  cpu: z.union([z.array(z.string()), z.string()]).optional(),
  engines: z.unknown().optional(),
  optional: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});

const { packages } = z
  .object({ packages: z.record(z.string(), packageSchema) })
  .parse(JSON.parse(readFileSync(resolve(import.meta.dirname, "../package-lock.json"), "utf8")));

/** Each optional package that another one names, with what the lock file says of it. */
const named = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies).map(([name, version]) => ({
    name,
    version,
    locked: packages[`${place}/node_modules/${name}`] ?? packages[`node_modules/${name}`],
  })),
);

// An installation adds what is missing, and the newcomer's checkout is no longer as it was cloned.
it("the lock file has every optional package that it names, whatever the platform", () => {
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ locked }) => locked === undefined).map(({ name }) => name)).toEqual([]);
});

it("the lock file has them in the version that is asked for", () => {
  const exact = named.filter(({ version }) => /^\d/.test(version));
  expect(exact.length).toBeGreaterThan(80);
  expect(exact.filter(({ version, locked }) => locked?.version !== version)).toEqual([]);
});

it("the lock file lets each platform install its own native packages alone", () => {
  const native = named.filter(({ name }) =>
    /-(linux|darwin|win32|android|freebsd|openharmony)(?!-wasm32)/.test(name),
  );
  expect(native.length).toBeGreaterThan(70);
  expect(native.filter(({ locked }) => !locked?.os || !locked.cpu).map(({ name }) => name)).toEqual([]);
});

// npm runs on the machine's own Node, and leaves out without a word what does not fit it; Carrel runs on another one.
it("the lock file wants no Node for optional packages", () => {
  const optional = Object.entries(packages).filter(([, { optional }]) => optional);
  expect(optional.length).toBeGreaterThan(80);
  expect(optional.filter(([, { engines }]) => engines !== undefined).map(([place]) => place)).toEqual([]);
});
