import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

/** What to do where there is no browser. */
export const HOW_TO_GET_CHROMIUM =
  "Chromium is missing: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome";

/** Installing may take this long. */
export const INSTALL_LIMIT_MS = 300_000;

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** The browser of this machine; Debian's is installed where there is none and this may be done. Null where it may not. */
export async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there`);
    return named;
  }
  const present = USUAL_PLACES.find((path) => existsSync(path));
  if (present !== undefined) return present;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!mayInstall) return null;
  const run = promisify(execFile);
  const options = {
    timeout: INSTALL_LIMIT_MS / 2,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  try {
    await run("apt-get", ["update"], options);
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], options);
  } catch (cause) {
    throw new Error(HOW_TO_GET_CHROMIUM, { cause });
  }
  return USUAL_PLACES.find((path) => existsSync(path)) ?? null;
}
