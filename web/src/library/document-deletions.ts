import { createDelayedDeletions } from "../kit/delayed-deletion.ts";

/** Documents on their way out. */
export const documentDeletions = createDelayedDeletions();
