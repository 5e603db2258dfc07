/** The JSON of an answer; undefined for what is none, like the page of a proxy in front of the server. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
