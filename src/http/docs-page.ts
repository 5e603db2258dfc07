import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

const FILES = {
  "/docs": { name: "docs.html", type: "text/html; charset=utf-8" },
  "/docs/docs.css": { name: "docs.css", type: "text/css; charset=utf-8" },
  "/docs/docs.js": { name: "docs.js", type: "text/javascript; charset=utf-8" },
} as const;

/** Serves a page on which the interface can be read and tried; everything on it comes from this service. */
export async function serveDocsPage(app: FastifyInstance): Promise<void> {
  for (const [path, { name, type }] of Object.entries(FILES)) {
    const content = await readFile(new URL(`./docs-page/${name}`, import.meta.url));
    app.get(path, (_request, reply) =>
      reply
        .type(type)
        .header(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        )
        .send(content),
    );
  }
}
