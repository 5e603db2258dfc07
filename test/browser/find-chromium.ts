import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** What to do where there is no browser. */
export const HOW_TO_GET_CHROMIUM =
  "Chromium is missing: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome";

/** Installing may take this long. */
export const INSTALL_LIMIT_MS = 300_000;

const DEBIANS_OWN = "/usr/bin/chromium";

const USUAL_PLACES = [
  DEBIANS_OWN,
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
  const present = presentChromium();
  if (present !== undefined) return present;
  if (!mayInstall()) return null;
  try {
    // Several files of tests ask for it at once; who comes second finds it there.
    const install = `test -e ${DEBIANS_OWN} || { apt-get update && apt-get install -y --no-install-recommends chromium; }`;
    await promisify(execFile)("flock", [join(tmpdir(), "carrel-chromium.lock"), "sh", "-c", install], {
      timeout: INSTALL_LIMIT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  } catch (cause) {
    throw new Error(HOW_TO_GET_CHROMIUM, { cause });
  }
  return presentChromium() ?? null;
}

/** Whether `findChromium` will find one, or may install it. */
export function isChromiumAtHand(): boolean {
  return Boolean(process.env.CHROMIUM_PATH) || presentChromium() !== undefined || mayInstall();
}

function presentChromium(): string | undefined {
  return USUAL_PLACES.find((path) => existsSync(path));
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}
