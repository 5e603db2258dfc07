import { mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../../test/doubles/temporary-folder.ts";
import { buildPage } from "./build-page.ts";

const BUILDER = `
  import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
  mkdirSync("web/dist", { recursive: true });
  writeFileSync("web/dist/index.html", "page");
  appendFileSync("built", "once ");
`;

const root = temporaryFolder();
beforeEach(async () => {
  await mkdir(root.at("web/src/chat"), { recursive: true });
  await writeFile(root.at("web/src/chat/composer.tsx"), "");
  await writeFile(root.at("web/build-page.js"), BUILDER);
  await writeFile(root.at("package.json"), '{ "type": "module" }');
});

const built = () => readFile(root.at("built"), "utf8").catch(() => "never");

it("builds the page once, and again when its sources have changed", async () => {
  const said: string[] = [];
  const build = () => buildPage((line) => said.push(line), root.path);
  await build();
  await build();
  expect(await built()).toBe("once ");
  expect(said).toEqual(["Building the web page …"]);
  const later = Date.now() / 1_000 + 60;
  await utimes(root.at("web/src/chat/composer.tsx"), later, later);
  await build();
  expect(await built()).toBe("once once ");
});

it("has nothing to build where the sources are not there", async () => {
  await rm(root.at("web/src"), { recursive: true });
  await buildPage(() => undefined, root.path);
  expect(await built()).toBe("never");
});

it("says so where the page cannot be built, and goes on", async () => {
  await writeFile(root.at("web/build-page.js"), "process.exit(3)");
  const said: string[] = [];
  await buildPage((line) => said.push(line), root.path);
  expect(said.at(-1)).toContain("could not be built");
});
