import { totalmem } from "node:os";

/** Below this a machine is small, and memory counts for more than speed. In MB. */
const SMALL_MACHINE_MB = 1536;

/** Memory that this process may use, in MB: of the machine, or of its control group when that allows less. */
export function machineMegabytes(): number {
  const group = process.constrainedMemory();
  return Math.floor((group > 0 ? Math.min(group, totalmem()) : totalmem()) / 2 ** 20);
}

/** Settings that depend on the memory of the machine. */
export interface MemoryPlan {
  readonly isSmall: boolean;
  /** Pictures processed at the same time, at most. */
  readonly pictureWorkers: number;
  /** Resident memory of a child that decodes a picture, in bytes, at most. */
  readonly childBytes: number;
}

/**
 * Plans for `megabytes` of memory. A child may use more than half of a small machine: it is better refused a picture
 * than the kernel ends the database.
 */
export function planMemory(megabytes: number): MemoryPlan {
  const isSmall = megabytes < SMALL_MACHINE_MB;
  return {
    isSmall,
    pictureWorkers: isSmall ? 1 : Number.POSITIVE_INFINITY,
    childBytes: Math.round(megabytes * 0.55) * 2 ** 20,
  };
}
