/** The title that the service gives to a session that nobody has named. */
export const DEFAULT_TITLE = "New Chat";
