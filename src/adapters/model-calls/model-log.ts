/** One line about a call to a model. Its fields are names and numbers: never a key, a prompt or an answer. */
export interface ModelLogEntry {
  level: "info" | "warn";
  message: string;
  fields: Record<string, string | number>;
}

/** Where the adapters of model providers write what happens. */
export type ModelLog = (entry: ModelLogEntry) => void;
