import { z } from "zod";

/** Reads agree with what a majority of the replicas has; with one replica this costs nothing. */
export const READ = "consistency=majority";

/** Writes are answered when they can be seen, and come in one order to every replica. */
export const WRITE = "wait=true&ordering=strong";

/** The answer to a write that can be seen. Any other status would be a promise that is not yet kept. */
export const writtenSchema = z.object({ status: z.literal("completed") });
