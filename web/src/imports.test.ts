import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const WEB = import.meta.dirname;
const SERVICE = resolve(WEB, "../../src");

const sources = readdirSync(WEB, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ path: join(WEB, name), text: readFileSync(join(WEB, name), "utf8") }));

/** Every import of a file: whether it is of types alone, and the file that it leads to. */
function importsOf({ path, text }: { path: string; text: string }) {
  const statements = text.matchAll(
    /(?:import|export)\s+(type\s)?[^;"]*?from\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/g,
  );
  return [...statements].map(([, type, from, lazy]) => ({
    isType: type !== undefined,
    target: resolve(dirname(path), from ?? lazy ?? ""),
  }));
}

test("the page takes nothing from the service but types of its domain", () => {
  const intoService = sources.flatMap((source) =>
    importsOf(source)
      .filter(({ target }) => target.startsWith(SERVICE))
      .map((one) => ({ ...one, file: relative(WEB, source.path) })),
  );
  expect(intoService.length).toBeGreaterThan(5);
  const wrong = intoService.filter(
    ({ isType, target }) => !isType || !target.startsWith(join(SERVICE, "domain")),
  );
  expect(wrong).toEqual([]);
});

test("the page never makes elements of a string", () => {
  const pattern = /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write)\b/;
  const wrong = sources.filter(({ path, text }) => !path.endsWith(".test.ts") && pattern.test(text));
  expect(wrong.map(({ path }) => relative(WEB, path))).toEqual([]);
});
