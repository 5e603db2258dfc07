import { reembed } from "./cli/reembed.ts";
import { serve } from "./cli/serve.ts";
import { type Config, ConfigError, readConfig, readEnvironment } from "./config.ts";
import { AppError } from "./domain/errors.ts";

const COMMANDS: Record<string, (config: Config, words: readonly string[]) => Promise<void>> = {
  serve,
  reembed,
};

/** Runs the program as a command. Expected failures are a sentence, not a stack. */
export async function main([name = "serve", ...words]: readonly string[]): Promise<void> {
  try {
    const command = COMMANDS[name];
    if (command === undefined) {
      const known = Object.keys(COMMANDS).join(", ");
      throw new AppError("invalid-input", `There is no command ${name}`, { details: `There are: ${known}` });
    }
    await command(readConfig(readEnvironment()), words);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof AppError)) throw error;
    console.error(error.message);
    if (error instanceof AppError && error.details !== undefined) console.error(error.details);
    process.exitCode = 1;
  }
}
