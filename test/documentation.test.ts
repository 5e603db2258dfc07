import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listFiles, nameOf, ROOT, SRC } from "./source-files.ts";

describe("docs/architecture.md", () => {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const named = [...page.matchAll(/`((?:src|test|bench|web|docs|bin)\/[\w./-]+)`/g)].map(
    ([, path = ""]) => path,
  );

  test("names files, and every one of them exists", () => {
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("names every port and every use case", () => {
    const expected = ["ports", "usecases"].flatMap((room) =>
      listFiles(join(SRC, room))
        .filter((file) => !file.endsWith(".test.ts"))
        .map(nameOf),
    );
    expect(expected.filter((path) => !named.includes(path))).toEqual([]);
  });
});

test("every runtime dependency has its sentence in docs/decisions", () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const pages = listFiles(join(ROOT, "docs/decisions")).map((file) => readFileSync(file, "utf8"));
  expect(
    Object.keys(dependencies).filter((name) => !pages.some((page) => page.includes(`\`${name}\``))),
  ).toEqual([]);
});

test("every setting of settings.ts stands in .env.example", () => {
  const example = readFileSync(join(ROOT, ".env.example"), "utf8");
  const config = readFileSync(join(SRC, "settings.ts"), "utf8");
  const settings = [...config.matchAll(/^ {2,4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
  expect(settings.length).toBeGreaterThan(4);
  expect(settings.filter((name) => !new RegExp(`^#? ?${name}=`, "m").test(example))).toEqual([]);
});
