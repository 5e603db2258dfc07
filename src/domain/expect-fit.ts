import type { z } from "zod";
import { AppError } from "./errors.ts";

/** The value as the schema gives it back, or the AppError that says what would be right. */
export function expectFit<Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const field = issue?.path.length ? `${what} (${issue.path.join(".")})` : what;
  throw new AppError("invalid-input", `${field} ${issue?.message ?? "does not fit"}`);
}
