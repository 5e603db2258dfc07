import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Where the build puts the page. */
const PAGE_FOLDER = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** The addresses that the page answers itself, once it is loaded. */
const PLACES = [
  "/",
  "/library",
  "/library/:id",
  "/chat",
  "/chat/:id",
  "/settings",
  "/account",
  "/account/:part",
  "/join",
];

/** Where the build puts files whose names change with their content. */
const ASSETS = "/assets/";

/** The page runs its own scripts and talks to its own service; nothing else, nowhere else but where people sign in. */
const policyWith = (signInOrigin: string | null) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...(signInOrigin === null ? [] : [signInOrigin])].join(" "),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** The PDF viewer's worker decodes pictures in WebAssembly, which only its own policy allows. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

const NOT_BUILT =
  "The web page has not been built. Run: npm run build\nThe interface works without it; /docs describes it.\n";

/**
 * Serves the web page. Only files that were there at the start are served, so that no path can leave the folder.
 * Without a build the page's addresses say how to make one.
 */
export async function serveWebPage(app: FastifyInstance, options: PageOptions = {}): Promise<void> {
  const { folder = PAGE_FOLDER, signInOrigin = null } = options;
  const policy = policyWith(signInOrigin);
  const files = await filesIn(folder);
  const isBuilt = files.has("/index.html");
  if (!isBuilt) app.log.warn("The web page has not been built; run: npm run build");
  for (const place of PLACES) {
    app.get(place, (request, reply) => {
      if (!isBuilt) return reply.code(503).type("text/plain; charset=utf-8").send(NOT_BUILT);
      return sendFile({ policy, folder, path: "/index.html", files }, request, reply);
    });
  }
  const served = [...files].filter((path) => path !== "/index.html" && !/\.(?:br|gz)$/.test(path));
  const known = new Set(served);
  for (const path of served.filter((one) => !one.startsWith(ASSETS)))
    app.get(path, (request, reply) => sendFile({ policy, folder, path, files }, request, reply));
  app.get(`${ASSETS}*`, (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    return known.has(path) ? sendFile({ policy, folder, path, files }, request, reply) : reply.callNotFound();
  });
}

interface PageOptions {
  folder?: string;
  /** The origin of a service that the page itself signs people in with. */
  signInOrigin?: string | null;
}

interface PageFile {
  policy: string;
  folder: string;
  path: string;
  files: ReadonlySet<string>;
}

function sendFile(
  { policy, folder, path, files }: PageFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const encoding = encodingFor(request.headers["accept-encoding"] ?? "", path, files);
  if (encoding !== null) reply.header("Content-Encoding", encoding.name);
  return reply
    .headers({
      "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
      "Cache-Control": path.startsWith(ASSETS) ? "public, max-age=31536000, immutable" : "no-cache",
      "Content-Security-Policy": path.includes("pdf.worker") ? WORKER_POLICY : policy,
      "Cross-Origin-Opener-Policy": "same-origin",
      "X-Frame-Options": "DENY",
      Vary: [reply.getHeader("Vary"), "Accept-Encoding"].filter(Boolean).join(", "),
    })
    .send(createReadStream(join(folder, path + (encoding?.suffix ?? ""))));
}

const ENCODINGS = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

/** The best encoding that the client accepts and the build has made. */
function encodingFor(accepted: string, path: string, files: ReadonlySet<string>) {
  const names = accepted.split(",").map((one) => one.trim().split(";", 1)[0]);
  return ENCODINGS.find(({ name, suffix }) => names.includes(name) && files.has(path + suffix)) ?? null;
}

/** The paths of all files in the folder as addresses; none where the folder is missing. */
async function filesIn(folder: string): Promise<Set<string>> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Set(paths.map((path) => `/${relative(folder, path).split(sep).join("/")}`));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Set();
    throw error;
  }
}
