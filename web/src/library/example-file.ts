import { EXAMPLES, type ExampleName } from "./example-texts.ts";
import type { NamedFile } from "./files-of-drop.ts";

/** An example as if somebody had dropped it. */
export function exampleFile(name: ExampleName): NamedFile {
  const { fileName, content, type } = EXAMPLES[name];
  return { file: new File([content], fileName, { type }), name: fileName };
}
