// Writes THIRD-PARTY-NOTICES.md from the lock file and what is installed. Run: npm run notices
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
}

interface Shipped {
  name: string;
  version: string;
  license: string;
  /** Where it is installed, from the root on. */
  place: string;
}

/** The notices as the file should hold them. */
export function thirdPartyNotices(): string {
  // The lock file is npm's own, and its form is that of this project's npm.
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = Object.keys(packages)
    .filter((place) => place !== "" && packages[place]?.dev !== true)
    .map((place) => shipped(place, packages));
  const inPage = [...placesInPage(packages)].map((place) => shipped(place, packages));
  return [
    HEAD,
    "## What npm install brings\n",
    "Most packages have the text of their licence in their folder under `node_modules`; the others name it in their `package.json` or `README.md`. Packages for other systems and processors than this machine's are listed too.\n",
    listOf(installed),
    LGPL,
    "## What is built into the web page\n",
    listOf(inPage),
    ...inPage.map(licenceText),
  ].join("\n");
}

const HEAD = `# Third-party notices

Carrel is under the MIT licence, see \`LICENSE\`. It comes with the work of others, under licences of their own. This page is written by \`npm run notices\`; a test fails where it is out of date.
`;

const LGPL = `
### libvips

The packages \`@img/sharp-libvips-*\` hold libvips and the libraries that it needs, as shared libraries under the GNU Lesser General Public License, version 3 or later (\`LGPL-3.0-or-later\`); their \`README.md\` names each library with its licence, and their \`versions.json\` its version. Carrel uses them unchanged, through \`sharp\`, which loads them when it starts: they can be replaced by other builds of the same libraries, in \`node_modules/@img\` or by a libvips of the system, as https://sharp.pixelplumbing.com/install describes. Their sources and the scripts that build them are at https://github.com/lovell/sharp-libvips and https://github.com/libvips/libvips, the licence at https://www.gnu.org/licenses/lgpl-3.0.html.
`;

function shipped(place: string, packages: Record<string, LockedPackage>): Shipped {
  const { version = "", license } = packages[place] ?? {};
  const name = place.replace(/^.*node_modules\//, "");
  return { name, version, license: license ?? "unknown", place };
}

function listOf(all: readonly Shipped[]): string {
  const byLicence = Map.groupBy(all, ({ license }) => license);
  return [...byLicence.keys()]
    .sort()
    .map((license) => {
      const names = byLicence.get(license)?.map(({ name, version }) => `${name} ${version}`) ?? [];
      return `- **${license}**: ${[...new Set(names)].sort().join(", ")}`;
    })
    .join("\n");
}

/** What the page's own sources import, with everything that this needs in turn. */
function placesInPage(packages: Record<string, LockedPackage>): Set<string> {
  const sources = join(ROOT, "web/src");
  const texts = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|css)$/.test(name) && !name.includes(".test."))
    .map((name) => readFileSync(join(sources, name), "utf8"));
  const imports = texts.flatMap((text) =>
    [...text.matchAll(/(?:from |import |import\()"((?:@[\w-]+\/)?[\w-][\w.-]*)[/"]/g)].map(
      ([, name = ""]) => name,
    ),
  );
  const places = new Set<string>();
  const waiting = imports.map((name) => `node_modules/${name}`);
  for (const place of waiting) {
    const known = packages[place];
    if (known === undefined || places.has(place)) continue;
    places.add(place);
    for (const name of Object.keys(known.dependencies ?? {})) {
      const own = `${place}/node_modules/${name}`;
      waiting.push(packages[own] === undefined ? `node_modules/${name}` : own);
    }
  }
  return new Set([...places].sort());
}

function licenceText({ name, version, license, place }: Shipped): string {
  const folder = join(ROOT, place);
  const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)/i.test(one));
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), "utf8").trim();
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return `\n### ${name} ${version}\n\n${lines.map((line) => `    ${line}`.trimEnd()).join("\n")}`;
}

if (import.meta.main) writeFileSync(join(ROOT, "THIRD-PARTY-NOTICES.md"), `${thirdPartyNotices()}\n`);
