/** The address of a link that may be followed: web and mail alone, never a script or a file. */
export function safeHref(href: string): string | null {
  try {
    const { protocol } = new URL(href);
    return protocol === "https:" || protocol === "http:" || protocol === "mailto:" ? href : null;
  } catch (error) {
    // Relative addresses lead nowhere from here.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
