import { z } from "zod";

/**
 * Points are read from as many replicas as are more than half: those answer also when a node is away, and a node that
 * has lost touch with the others cannot answer alone.
 */
export const READ = "consistency=quorum";

/** Of what the ledger says all replicas have to agree, or, while one is away, all the others: see decision 0008. */
export const READ_AGREED = ["consistency=all", "consistency=quorum"] as const;

/** What some one replica has, where they do not agree. */
export const READ_ANY = "consistency=1";

/** Writes are answered when they can be seen, and come in one order, through a leader that is there. */
export const WRITE = "wait=true&ordering=medium";

/** The answer to a write that can be seen. Any other status would be a promise that is not yet kept. */
export const writtenSchema = z.object({ status: z.literal("completed") });
