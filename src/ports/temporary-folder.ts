/**
 * A folder of this process alone, for what lies on the disk for a moment. What a killed process leaves in its own, a
 * later one removes; nobody removes that of a process that lives.
 */
export interface TemporaryFolder {
  /** Where it is, for as long as the process lives. */
  readonly path: string;
  /** Makes it where it is missing, also where somebody has removed it meanwhile, and gives its path. */
  ready(): Promise<string>;
  /** Rejects where next to nothing can be written to it any more. */
  check(): Promise<void>;
}
