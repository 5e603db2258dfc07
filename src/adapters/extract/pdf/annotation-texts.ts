/** What was written onto a page: the values of form fields, with their labels, and notes. */
export function annotationTexts(annotations: readonly unknown[]): string[] {
  return annotations.flatMap((annotation) => {
    if (!isRecord(annotation)) return [];
    if (annotation.subtype === "Widget") return fieldText(annotation);
    if (annotation.subtype === "FreeText" || annotation.subtype === "Text") return contentsOf(annotation);
    return [];
  });
}

type Fields = Readonly<Record<string, unknown>>;

function fieldText({ fieldType, fieldValue, alternativeText, fieldName }: Fields): string[] {
  if (fieldType !== "Tx" && fieldType !== "Ch") return [];
  const values = [fieldValue].flat().filter((value) => typeof value === "string" && value.trim() !== "");
  if (values.length === 0) return [];
  const label = [alternativeText, fieldName].find((name) => typeof name === "string" && name.trim() !== "");
  return [label === undefined ? values.join(", ") : `${label}: ${values.join(", ")}`];
}

function contentsOf({ contentsObj, richText }: Fields): string[] {
  const texts = [contentsObj, richText].map((contents) => (isRecord(contents) ? contents.str : undefined));
  const text = texts.find((each) => typeof each === "string" && each.trim() !== "");
  return typeof text === "string" ? [text.trim()] : [];
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
