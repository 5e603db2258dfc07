import { openLibrary } from "../compose.ts";
import type { StoresUse } from "../compose-stores.ts";
import { openProvenPlaces } from "../compose-user-parts.ts";
import { type Config, ConfigError, givenSettings, readConfig, readEnvironment } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import { expectFit } from "../domain/expect-fit.ts";
import { idSchema } from "../domain/id.ts";
import { checkLibrary } from "../usecases/check-library.ts";
import type { Finding } from "../usecases/finding.ts";
import { proveRemoval } from "../usecases/prove-removal.ts";
import { openLog } from "./log.ts";
import { readOptions } from "./read-options.ts";
import { untilStopped } from "./until-stopped.ts";

/** Looks at every setting and backend and at what they hold, and says what is wrong and what to do about it. */
export async function doctor(words: readonly string[]): Promise<void> {
  const { fix, proof } = readOptions(words, { fix: "flag", proof: "optional" });
  let wrong = 0;
  const show = (finding: Finding) => {
    if (finding.state === "wrong") wrong += 1;
    console.log(describeFinding(finding));
  };
  const config = readSettings(show);
  if (config !== undefined && proof !== undefined) await prove(config, proof, show);
  else if (config !== undefined) await examine(config, fix, show);
  if (wrong === 0) return;
  console.log(`\n${wrong === 1 ? "One thing is" : `${wrong} things are`} wrong.`);
  process.exitCode = 1;
}

/** The settings, undefined where they do not fit. Each one that is given gets a line; their values may be secret. */
function readSettings(show: (finding: Finding) => void): Config | undefined {
  const environment = readEnvironment();
  const given = givenSettings(environment);
  if (given.length === 0) show({ state: "ok", message: "settings: none given, so the defaults hold" });
  try {
    const config = readConfig(environment);
    for (const name of given) show({ state: "ok", message: `setting ${name}` });
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const isMistaken = (name: string) => error.mistakes.some((mistake) => mistake.startsWith(`${name}:`));
    for (const name of given.filter((name) => !isMistaken(name))) {
      show({ state: "ok", message: `setting ${name}` });
    }
    for (const mistake of error.mistakes) show({ state: "wrong", message: `setting ${mistake}` });
    return undefined;
  }
}

async function examine(config: Config, fix: boolean, show: (finding: Finding) => void): Promise<void> {
  const use: StoresUse = fix
    ? { access: "own", command: "carrel doctor --fix" }
    : { access: "look", command: "carrel doctor" };
  const { stores, backends, embedder, close } = await openLibrary(config, openLog(config.logLevel), use);
  try {
    await untilStopped(stopped, async (signal) => {
      const checked = { ...stores, backends, embedder };
      for await (const finding of checkLibrary(checked, fix, signal)) show(finding);
      if (fix) await stores.wiping.wipe(signal);
    });
  } finally {
    await close();
  }
}

/** Shows that nothing is left of a document, session or user with this id. */
async function prove(config: Config, given: string, show: (finding: Finding) => void): Promise<void> {
  const id = expectFit(idSchema, given, "The id after --proof");
  const { places, close } = await openProvenPlaces(config, openLog(config.logLevel));
  try {
    await untilStopped(stopped, async (signal) => {
      for await (const finding of proveRemoval(places, id, signal)) show(finding);
    });
  } finally {
    await close();
  }
}

function stopped(): AppError {
  return new AppError("cancelled", "Stopped");
}

const SIGNS: Record<Finding["state"], string> = {
  ok: "ok   ",
  note: "note ",
  fixed: "fixed",
  wrong: "WRONG",
};

function describeFinding({ state, message, advice }: Finding): string {
  return `${SIGNS[state]}  ${message}${advice === undefined ? "" : `\n       ${advice}`}`;
}
