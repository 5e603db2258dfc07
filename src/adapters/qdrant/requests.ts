import { z } from "zod";

/** Writes are answered when they can be seen, and come in one order, through a leader that is there. */
export const WRITE = "wait=true&ordering=medium";

/** The answer to a write that can be seen. Any other status would be a promise that is not yet kept. */
export const writtenSchema = z.object({ status: z.literal("completed") });
