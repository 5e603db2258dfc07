/** A text as the server's database compares it: without case, accents and trailing spaces. */
export function collated(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ +$/, "");
}

/** Entries by their ids. Every id that the database takes for the same one finds them. */
export class CollatedMap<Value> extends Map<string, Value> {
  override get(id: string): Value | undefined {
    return super.get(collated(id));
  }

  override has(id: string): boolean {
    return super.has(collated(id));
  }

  override set(id: string, value: Value): this {
    return super.set(collated(id), value);
  }

  override delete(id: string): boolean {
    return super.delete(collated(id));
  }
}
