import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { thirdPartyNotices } from "../bin/third-party-notices.ts";

const notices = readFileSync(resolve(import.meta.dirname, "../THIRD-PARTY-NOTICES.md"), "utf8");

/** Licences that let the service be used and passed on freely, each looked at by somebody. */
const KNOWN = [
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1"],
  ...["(AFL-2.1 OR BSD-3-Clause)", "(MIT OR CC0-1.0)", "(MPL-2.0 OR Apache-2.0)"],
  ...["LGPL-3.0-or-later", "Apache-2.0 AND LGPL-3.0-or-later", "Apache-2.0 AND LGPL-3.0-or-later AND MIT"],
];

test("the notices name what is shipped; where not, run: npm run notices", () => {
  expect(notices).toBe(`${thirdPartyNotices()}\n`);
});

test("libvips is named with its licence, its sources and how to replace it", () => {
  const lgpl = /^- \*\*LGPL-3\.0-or-later\*\*: (.*)$/m.exec(notices)?.[1] ?? "";
  for (const system of ["linux-x64", "linux-arm64"]) expect(lgpl).toContain(`@img/sharp-libvips-${system} `);
  expect(notices).toContain("https://github.com/lovell/sharp-libvips");
});

test("every package has a licence that somebody has looked at", () => {
  const licences = [...notices.matchAll(/^- \*\*(.+?)\*\*: /gm)].map(([, licence]) => licence);
  expect(licences.length).toBeGreaterThan(5);
  expect(licences.filter((licence) => !KNOWN.includes(licence ?? ""))).toEqual([]);
});

test("what is built into the page comes with the words of its licences", () => {
  for (const name of ["react", "marked", "katex"])
    expect(notices).toMatch(new RegExp(`^### ${name} \\d`, "m"));
  expect(notices).toContain("SIL OPEN FONT LICENSE");
});
