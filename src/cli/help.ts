/** What a command is for, as the help shows it. */
interface CommandDescription {
  /** Its name with what it takes. */
  usage: string;
  summary: string;
}

/** Shows every command with a line. */
export function help(commands: readonly CommandDescription[]): void {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  console.log(["npm run carrel -- COMMAND", "", ...lines, "", SETTINGS].join("\n"));
}

const SETTINGS = "Settings are read from the environment and from .env; .env.example lists them.";
