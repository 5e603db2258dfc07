/** What stands under a name in something that was JSON; undefined where there is nothing of that name. */
export function field(value: unknown, name: string): unknown {
  // The check makes it an object or an array, and every name may be asked of both.
  return isObject(value) ? (value as Record<string, unknown>)[name] : undefined;
}

/** The same for a text; undefined also where something else stands there. */
export function textField(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === "string" ? found : undefined;
}

/** The same for a list; empty where something else stands there. */
export function listField(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : NOTHING;
}

/** The same for a count; 0 where something else stands there. */
export function countField(value: unknown, name: string): number {
  const found = field(value, name);
  return typeof found === "number" ? found : 0;
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

const NOTHING: readonly unknown[] = [];
