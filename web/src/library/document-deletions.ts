import { createDelayedDeletions } from "../shell/delayed-deletion.ts";

/** Documents on their way out. */
export const documentDeletions = createDelayedDeletions();
