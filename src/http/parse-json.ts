import { AppError } from "../domain/errors.ts";

/** How deep objects and arrays may lie in each other: more than anybody needs, less than what ends a stack. */
const MAX_DEPTH = 500;

/** Whether a text may hold a key that `removeTraps` looks for. Most do not, and need not be walked through. */
const SUSPICIOUS = /__proto__|"constructor"|\\u/;

/**
 * The value of a JSON text. `__proto__`, and `constructor` with a `prototype` in it, are left out like every other key
 * that means nothing here: they are valid JSON, but whoever copies them changes what objects inherit.
 */
export function parseJson(text: string): unknown {
  if (text === "") throw unreadable("The body is empty; send JSON");
  if (depthOf(text) > MAX_DEPTH) {
    throw unreadable(`Objects and arrays may lie in each other ${MAX_DEPTH} deep`);
  }
  const value = parse(text.replace(/^\uFEFF/, ""));
  if (SUSPICIOUS.test(text)) removeTraps(value);
  return value;
}

function unreadable(details: string, cause?: unknown): AppError {
  return new AppError("invalid-input", "The request could not be read", { details, cause });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable("The body is not valid JSON", error);
  }
}

/** How deep the text nests; told from its brackets, because a value that is too deep is costly to look into. */
function depthOf(text: string): number {
  let deepest = 0;
  let depth = 0;
  let isString = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === '"') isString = !isString;
    else if (letter === "\\") i += 1;
    else if (isString) continue;
    else if (letter === "[" || letter === "{") deepest = Math.max(deepest, ++depth);
    else if (letter === "]" || letter === "}") depth -= 1;
  }
  return deepest;
}

function removeTraps(value: unknown): void {
  const waiting = [value];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== "object" || node === null) continue;
    if (Object.hasOwn(node, "__proto__")) Reflect.deleteProperty(node, "__proto__");
    if (Object.hasOwn(node, "constructor") && Object.hasOwn(Object(node.constructor), "prototype"))
      Reflect.deleteProperty(node, "constructor");
    for (const inner of Object.values(node)) {
      if (typeof inner === "object") waiting.push(inner);
    }
  }
}
