import { AppError } from "../errors.ts";

interface Bounds {
  /** Documents drawn at the same time. */
  readonly atOnce: number;
  /** Callers that may wait for a slot, and for how many seconds. */
  readonly waiting: number;
  readonly waitSeconds: number;
}

/** Slots for drawing, first come, first served. */
export function createPlaces({ atOnce, waiting, waitSeconds }: Bounds) {
  const queue: (() => void)[] = [];
  let taken = 0;
  return {
    /** Throws `PDF_BUSY` when too many wait, or this caller has waited too long. */
    async take(): Promise<void> {
      if (taken < atOnce) {
        taken += 1;
        return;
      }
      if (queue.length >= waiting) throw new AppError("PDF_BUSY");
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(enter), 1);
          reject(new AppError("PDF_BUSY"));
        }, waitSeconds * 1000);
        queue.push(enter);
      });
    },
    /** The slot goes directly to the caller that has waited longest. */
    leave(): void {
      const next = queue.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}
