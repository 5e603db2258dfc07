import { isAllEmbedded, openStores } from "../compose-stores.ts";
import type { Config } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import { openLog } from "./log.ts";
import { untilStopped } from "./until-stopped.ts";

/** Creates what the configured backends lack. It may be run at any time and as often as one likes. */
export async function provision(config: Config): Promise<void> {
  const stores = await openStores(config, openLog(config.logLevel), {
    access: "look",
    command: "carrel provision",
  });
  try {
    const done = await untilStopped(stopped, (signal) => stores.provision(signal));
    for (const line of done) console.log(line);
    if (done.length === 0) console.log(nothingToDo(config));
  } finally {
    await stores.close();
  }
}

function stopped(): AppError {
  return new AppError("cancelled", "Stopped. What was created stays; run it again to create the rest");
}

function nothingToDo(config: Config): string {
  return isAllEmbedded(config)
    ? `Nothing to do: everything is kept in ${config.dataDirectory}, which the service sets up by itself`
    : "Nothing to do: everything is there already";
}
