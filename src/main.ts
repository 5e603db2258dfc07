import { backup } from "./cli/backup.ts";
import { doctor } from "./cli/doctor.ts";
import { help } from "./cli/help.ts";
import { key } from "./cli/key.ts";
import { move } from "./cli/move.ts";
import { provision } from "./cli/provision.ts";
import { reembed } from "./cli/reembed.ts";
import { restore } from "./cli/restore.ts";
import { serve } from "./cli/serve.ts";
import { users } from "./cli/users.ts";
import { type Config, ConfigError, readConfig, readEnvironment } from "./config.ts";
import { AppError } from "./domain/errors.ts";

interface Command {
  usage: string;
  summary: string;
  run(settings: () => Config, words: readonly string[]): Promise<void>;
}

const COMMANDS: Record<string, Command> = {
  serve: {
    usage: "serve",
    summary: "serve the library over HTTP, as `npm start` does",
    run: (settings) => serve(settings()),
  },
  provision: {
    usage: "provision",
    summary: "create what the configured backends lack",
    run: (settings) => provision(settings()),
  },
  doctor: {
    usage: "doctor [--fix | --proof ID]",
    summary:
      "check settings, backends and what they hold; repair, or show that nothing is left of what was removed",
    run: (_settings, words) => doctor(words),
  },
  reembed: {
    usage: "reembed",
    summary: "embed every document again with the embedder that is configured now",
    run: (settings) => reembed(settings()),
  },
  move: {
    usage: "move --from PLACE --to PLACE",
    summary: "copy the whole library; a place is embedded:DIRECTORY or env:FILE",
    run: (_settings, words) => move(words),
  },
  users: {
    usage: "users [add|password|end|remove NAME]",
    summary:
      "list accounts; make one (--owner, --user ID), set its password, sign it out, remove it with all of it",
    run: (settings, words) => users(settings(), words),
  },
  key: {
    usage: "key [add --user ID --label TEXT|end KEYID]",
    summary: "list keys of programs; make one (--read, --days N), end one",
    run: (settings, words) => key(settings(), words),
  },
  backup: {
    usage: "backup [--force] FILE | backup --verify FILE",
    summary: "put the whole library into one archive while it is served, or check an archive",
    run: (settings, words) => backup(settings, words),
  },
  restore: {
    usage: "restore FILE",
    summary: "bring a library back from an archive, into stores that hold nothing",
    run: (settings, words) => restore(settings, words),
  },
  help: {
    usage: "help",
    summary: "show this",
    run: async () => help(Object.values(COMMANDS)),
  },
};

/** Runs the program as a command. Expected failures are a sentence, not a stack. */
export async function main([first = "serve", ...words]: readonly string[]): Promise<void> {
  try {
    const name = [first, ...words].some((word) => word === "--help" || word === "-h") ? "help" : first;
    const command = COMMANDS[name];
    if (command === undefined) {
      const known = Object.keys(COMMANDS).join(", ");
      throw new AppError("invalid-input", `There is no command ${name}`, { details: `There are: ${known}` });
    }
    await command.run(() => readConfig(readEnvironment()), words);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof AppError)) throw error;
    console.error(error.message);
    if (error instanceof AppError && error.details !== undefined) console.error(error.details);
    process.exitCode = 1;
  }
}
