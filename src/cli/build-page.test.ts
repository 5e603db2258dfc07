import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildPage } from "./build-page.ts";

const BUILDER = `
  import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
  mkdirSync("web/dist", { recursive: true });
  writeFileSync("web/dist/index.html", "page");
  appendFileSync("built", "once ");
`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "carrel-page-"));
  await mkdir(join(root, "web/src/chat"), { recursive: true });
  await writeFile(join(root, "web/src/chat/composer.tsx"), "");
  await writeFile(join(root, "web/build-page.js"), BUILDER);
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
});
afterEach(() => rm(root, { recursive: true }));

const built = () => readFile(join(root, "built"), "utf8").catch(() => "never");

it("builds the page once, and again when its sources have changed", async () => {
  const said: string[] = [];
  const build = () => buildPage((line) => said.push(line), root);
  await build();
  await build();
  expect(await built()).toBe("once ");
  expect(said).toEqual(["Building the web page …"]);
  const later = Date.now() / 1_000 + 60;
  await utimes(join(root, "web/src/chat/composer.tsx"), later, later);
  await build();
  expect(await built()).toBe("once once ");
});

it("has nothing to build where the sources are not there", async () => {
  await rm(join(root, "web/src"), { recursive: true });
  await buildPage(() => undefined, root);
  expect(await built()).toBe("never");
});

it("says so where the page cannot be built, and goes on", async () => {
  await writeFile(join(root, "web/build-page.js"), "process.exit(3)");
  const said: string[] = [];
  await buildPage((line) => said.push(line), root);
  expect(said.at(-1)).toContain("could not be built");
});
