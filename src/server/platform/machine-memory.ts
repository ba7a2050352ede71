import { totalmem } from "node:os";

/** Below this a machine is small, and memory counts for more than speed. In MB. */
const SMALL_MACHINE_MB = 1536;

/** Memory that this process may use, in MB: of the machine, or of its control group when that allows less. */
export function machineMegabytes(): number {
  const group = process.constrainedMemory();
  return Math.floor((group > 0 ? Math.min(group, totalmem()) : totalmem()) / 2 ** 20);
}

/** Memory of a small machine for which one photo is processed at a time, in MB: a child needs up to 210. */
const MB_PER_PICTURE = 512;

/** Settings that depend on the memory of the machine. */
export interface MemoryPlan {
  readonly isSmall: boolean;
  /** Pictures processed at the same time, at most. */
  readonly pictureWorkers: number;
  /** Resident memory of a child that decodes a document, in bytes, at most. */
  readonly childBytes: number;
  /** The same for each of the children that process pictures. */
  readonly pictureBytes: number;
}

/**
 * Plans for `megabytes` of memory. A child may use more than half of a small machine, each of two children less: it is
 * better refused a picture than the kernel ends the database.
 */
export function planMemory(megabytes: number): MemoryPlan {
  const isSmall = megabytes < SMALL_MACHINE_MB;
  const pictureWorkers = isSmall
    ? Math.max(1, Math.floor(megabytes / MB_PER_PICTURE))
    : Number.POSITIVE_INFINITY;
  const share = (of: number) => Math.round(megabytes * of) * 2 ** 20;
  return {
    isSmall,
    pictureWorkers,
    childBytes: share(0.55),
    pictureBytes: share(isSmall && pictureWorkers > 1 ? 0.4 : 0.55),
  };
}
