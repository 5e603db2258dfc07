import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds the web page where it has not been built from the sources as they are now. An installation runs no scripts, so
 * this is part of the first start. What comes without the sources, as the image does, comes with the page.
 */
export async function buildPage(say: (line: string) => void, root = ROOT): Promise<void> {
  const changedAtMs = await newestChange(root);
  if (changedAtMs === null) return;
  const builtAtMs = (await changeOf(join(root, "web/dist/index.html"))) ?? Number.NEGATIVE_INFINITY;
  if (builtAtMs >= changedAtMs) return;
  say("Building the web page …");
  const builder = spawn(process.execPath, [join(root, "web/build-page.js")], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(builder, "exit");
  if (code !== 0) say("The web page could not be built; the interface under /api works without it.");
}

/** When the sources of the page were last changed; null where they are not here. */
async function newestChange(root: string): Promise<number | null> {
  if ((await changeOf(join(root, "web/src"))) === null) return null;
  const inSources = await readdir(join(root, "web/src"), { recursive: true });
  const beside = ["index.html", "vite.config.ts", "build", "public"].map((name) => join("web", name));
  const paths = [...inSources.map((name) => join("web/src", name)), ...beside, "package-lock.json"];
  const changes = await Promise.all(paths.map((path) => changeOf(join(root, path))));
  return Math.max(...changes.map((change) => change ?? 0));
}

async function changeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return found?.mtimeMs ?? null;
}
