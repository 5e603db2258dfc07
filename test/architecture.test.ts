import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { codeOf, type Import, importsOf, listFiles, nameOf, ROOT, SRC, sourcesIn } from "./source-files.ts";

const PAGE = join(ROOT, "web/src");

/** What each room of the house may import from; `*` may import from every room. */
const ROOMS: Record<string, readonly string[]> = {
  domain: ["domain"],
  flow: ["flow", "domain"],
  ports: ["ports", "domain"],
  usecases: ["usecases", "flow", "ports", "domain"],
  adapters: ["adapters", "flow", "ports", "domain"],
  http: ["http", "usecases", "flow", "ports", "domain"],
  cli: [
    "cli",
    "usecases",
    "ports",
    "domain",
    "http",
    "config.ts",
    "compose.ts",
    "compose-stores.ts",
    "compose-identities.ts",
    "compose-user-parts.ts",
  ],
  "config.ts": ["config-auth.ts", "settings.ts", "domain"],
  "config-auth.ts": ["settings.ts"],
  "settings.ts": ["domain"],
  "compose.ts": [
    "compose-identities.ts",
    "compose-models.ts",
    "compose-stores.ts",
    "config.ts",
    "adapters",
    "usecases",
    "flow",
    "ports",
    "domain",
  ],
  "compose-identities.ts": ["compose-stores.ts", "config.ts", "adapters", "usecases", "ports", "domain"],
  "compose-user-parts.ts": [
    "compose-stores.ts",
    "config.ts",
    "adapters",
    "usecases",
    "flow",
    "ports",
    "domain",
  ],
  "compose-stores.ts": ["config.ts", "adapters", "usecases", "flow", "ports", "domain"],
  "compose-models.ts": ["config.ts", "adapters", "usecases", "flow", "ports", "domain"],
  "main.ts": ["cli", "config.ts", "domain"],
};

/** The same for the page in the browser. Features know each other, the parts below them do not know the features. */
const BELOW = ["api", "kit", "markdown", "state", "text"];
const PAGE_ROOMS: Record<string, readonly string[]> = {
  state: ["state"],
  text: ["text", "state"],
  api: ["api", "state"],
  kit: ["kit", "state", "text"],
  markdown: ["markdown", "kit", "state", "text"],
  settings: ["settings", ...BELOW],
  account: ["account", ...BELOW],
  library: ["library", "chat", ...BELOW],
  chat: ["chat", "library", ...BELOW],
  source: ["source", "chat", "library", ...BELOW],
  palette: ["palette", "chat", "library", ...BELOW],
  frame: ["frame", "account", "palette", "source", "settings", "chat", "library", ...BELOW],
};

/** Packages that the inner rooms may use: pure functions, no world. */
const INNER_PACKAGES: Record<string, readonly string[]> = {
  domain: ["zod", "stemmer", "node:crypto", "node:net"],
  flow: [],
  ports: [],
  usecases: [],
};

/** Words that may stand only in the folder of their vendor, in compose.ts and in config.ts. */
const VENDORS = ["qdrant", "appwrite", "gemini", "openai"];

/** Folders of adapters that are nobody's: what several vendors need. */
const SHARED = ["http-calls", "model-calls", "backend-calls", "data-folder"];

const files = sourcesIn(SRC);
const imports = files.flatMap(importsOf);
const pageFiles = sourcesIn(PAGE);
const pageImports = pageFiles.flatMap(importsOf);

describe("the rooms of src", () => {
  test("every entry of src is a room with rules", () => {
    const entries = readdirSync(SRC).filter((name) => !name.endsWith(".test.ts"));
    expect(entries.filter((name) => ROOMS[name] === undefined)).toEqual([]);
  });

  test("every room of the rules exists and is read", () => {
    const read = new Set(files.map(roomOf));
    expect(Object.keys(ROOMS).filter((room) => !read.has(room))).toEqual([]);
  });

  test("imports point inwards", () => {
    const wrong = imports.filter(({ file, target }) => {
      if (!target.startsWith(".")) return false;
      const to = resolve(dirname(file), target);
      if (!to.startsWith(SRC + sep)) return false;
      return !(ROOMS[roomOf(file)] ?? []).includes(roomOf(to));
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test("a vendor's folder imports no other vendor's folder", () => {
    const wrong = imports.filter(({ file, target }) => {
      const from = vendorOf(file);
      const to = target.startsWith(".") ? vendorOf(resolve(dirname(file), target)) : undefined;
      return from !== undefined && to !== undefined && from !== to && !SHARED.includes(to);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test("the inner rooms use nothing but pure packages", () => {
    const wrong = imports.filter(({ file, target }) => {
      const allowed = INNER_PACKAGES[roomOf(file)];
      return allowed !== undefined && !target.startsWith(".") && !allowed.includes(target);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test("the domain waits for nothing", () => {
    const waiting = files.filter(
      (file) => roomOf(file) === "domain" && /\b(async|await|Promise|AbortSignal)\b/.test(codeOf(file)),
    );
    expect(waiting.map(nameOf)).toEqual([]);
  });

  test("only config.ts reads the environment", () => {
    const readers = files.filter((file) => /process\.env\b|loadEnvFile/.test(readFileSync(file, "utf8")));
    expect(readers.map(nameOf)).toEqual(["src/config.ts"]);
  });

  test("a vendor's name is compared nowhere but in compose.ts and config.ts", () => {
    const pattern = new RegExp(`(===|!==|case)\\s*["'](${VENDORS.join("|")})["']`, "i");
    const wrong = files.filter((file) => {
      const outside =
        vendorOf(file) === undefined &&
        !/(compose|compose-models|compose-stores|compose-identities|config|config-auth|settings)\.ts$/.test(
          file,
        );
      return outside && pattern.test(readFileSync(file, "utf8"));
    });
    expect(wrong.map(nameOf)).toEqual([]);
  });

  test("other servers are called over http-calls alone", () => {
    const callers = files.filter(
      (file) => importsOf(file).some(({ target }) => target === "undici") || /\bfetch\(/.test(codeOf(file)),
    );
    expect(new Set(callers.map(vendorOf))).toEqual(new Set(["http-calls"]));
  });

  test("no file is a drawer", () => {
    const drawers = files.filter((file) =>
      /(^|\/|-)(utils?|helpers?|common|manager|service|misc)(\.ts|\/)/.test(nameOf(file)),
    );
    expect(drawers.map(nameOf)).toEqual([]);
  });
});

describe("the rooms of the page", () => {
  /** Files that stand beside the rooms. */
  const roomInPage = (file: string) => relative(PAGE, file).split(sep).slice(0, -1)[0];

  test("have rules, and imports keep to them", () => {
    expect(new Set(pageFiles.map(roomInPage))).toEqual(new Set([undefined, ...Object.keys(PAGE_ROOMS)]));
    const wrong = pageImports.filter(({ file, target }) => {
      const to = resolve(dirname(file), target);
      const room = roomInPage(file);
      if (room === undefined || !target.startsWith(".") || !to.startsWith(PAGE + sep)) return false;
      return !(PAGE_ROOMS[room] ?? []).includes(roomInPage(to) ?? "");
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test("take nothing from the service but types of its domain", () => {
    const intoService = pageImports.filter(({ file, target }) =>
      resolve(dirname(file), target).startsWith(SRC + sep),
    );
    expect(intoService.length).toBeGreaterThan(5);
    const wrong = intoService.filter(
      ({ file, target, isType }) =>
        !isType || !resolve(dirname(file), target).startsWith(join(SRC, "domain") + sep),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test("never make elements of a string", () => {
    const pattern = /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write)\b/;
    expect(pageFiles.filter((file) => pattern.test(readFileSync(file, "utf8"))).map(nameOf)).toEqual([]);
  });
});

test("no files import one another in a circle", () => {
  const targets = new Map<string, string[]>();
  for (const { file, target } of [...imports, ...pageImports]) {
    if (target.startsWith("."))
      targets.set(file, [...(targets.get(file) ?? []), resolve(dirname(file), target)]);
  }
  const isDone = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].map(nameOf).join(" → "));
    if (path.includes(file) || isDone.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    isDone.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

/** Packages that decode what comes from outside. A flaw in one of them must not lie beside the keys. */
const DECODERS = [
  "sharp",
  "@napi-rs/canvas",
  "@hyzyla/pdfium",
  "@kenjiuno/msgreader",
  "@e965/xlsx",
  "htmlparser2",
  "iconv-lite",
  "jschardet",
  "pdfjs-dist",
  "postal-mime",
  "saxes",
  "tesseract.js-core",
];

test("foreign bytes are decoded in reader processes alone", () => {
  const decodersIn = (entry: string) => {
    const packages = reachableFrom(join(SRC, entry)).flatMap((file) =>
      importsOf(file).filter(({ target }) => DECODERS.some((name) => `${target}/`.startsWith(`${name}/`))),
    );
    return packages.map(show);
  };
  expect(decodersIn("adapters/extract/reader-main.ts").length).toBeGreaterThan(9);
  expect(decodersIn("main.ts")).toEqual([]);
});

/** The files that a file imports, itself, at once or later, directly or through others. Threads and processes are none. */
function reachableFrom(entry: string): string[] {
  const reached = new Set([entry]);
  for (const file of reached) {
    for (const { target } of importsOf(file)) {
      const to = resolve(dirname(file), target);
      if (target.startsWith(".") && to.endsWith(".ts")) reached.add(to);
    }
  }
  return [...reached];
}

test("every code of a failure is thrown by somebody", () => {
  const list = readFileSync(join(SRC, "domain/errors.ts"), "utf8");
  const codes = [...list.matchAll(/^ {2}\| "([a-z-]+)"/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  const thrown = files.map(codeOf).join("\n");
  const names = (code?: string) => new RegExp(`AppError\\(\\s*"${code}"`).test(thrown);
  expect(codes.filter((code) => !names(code))).toEqual([]);
});

test("nothing is exported that no other file uses", () => {
  const users = ["src", "web", "test", "bench", "bin"].flatMap((folder) => listFiles(join(ROOT, folder)));
  const importers = new Map<string, string[]>();
  for (const { file, target, names } of users
    .filter((user) => /\.(tsx?|m?js)$/.test(user))
    .flatMap(importsOf)) {
    const to = resolve(dirname(file), target);
    importers.set(to, [...(importers.get(to) ?? []), names]);
  }
  const pattern = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
  const unused = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(pattern)]
      .filter(([, name]) => !importers.get(file)?.some((names) => new RegExp(`\\b${name}\\b`).test(names)))
      .map(([, name]) => `${nameOf(file)}: ${name}`),
  );
  expect(unused).toEqual([]);
});

function roomOf(file: string): string {
  return relative(SRC, file).split(sep)[0] ?? "";
}

function vendorOf(file: string): string | undefined {
  return /^adapters\/([^/]+)\//.exec(relative(SRC, file).split(sep).join("/"))?.[1];
}

function show({ file, target }: Import): string {
  return `${nameOf(file)} imports ${target}`;
}
