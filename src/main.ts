import { serve } from "./cli/serve.ts";
import { ConfigError, readConfig, readEnvironment } from "./config.ts";
import { AppError } from "./domain/errors.ts";

/** Runs the program as a command. Expected failures are a sentence, not a stack. */
export async function main(words: readonly string[]): Promise<void> {
  const [command = "serve"] = words;
  try {
    if (command !== "serve")
      throw new AppError("invalid-input", `There is no command ${command}; there is: serve`);
    await serve(readConfig(readEnvironment()));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof AppError)) throw error;
    console.error(error.message);
    if (error instanceof AppError && error.details !== undefined) console.error(error.details);
    process.exitCode = 1;
  }
}
