/** What the system calls a failure, such as ENOENT; null where the failure is not the system's. */
export function systemCodeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Whether the failure says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return systemCodeOf(error) === "ENOENT";
}
