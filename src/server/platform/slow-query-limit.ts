import { currentWork } from "./database-work.ts";
import { AppError } from "./errors.ts";

/** Limits slow reading to a part of the connections, so that the rest is available for everything else. */
export interface SlowQueryLimit {
  /** Waits for a connection of the share. Returns a function that releases it; immediate for anything but slow reading. */
  enter(): Promise<() => void>;
}

export interface SlowQueryLimitOptions {
  /** Maximum number of connections. */
  readonly most: number;
  /** Milliseconds that a call waits for one before it is refused. */
  readonly patience: number;
}

const nothing = () => undefined;

export function createSlowQueryLimit({ most, patience }: SlowQueryLimitOptions): SlowQueryLimit {
  const waiting = new Set<() => void>();
  let taken = 0;

  const leave = () => {
    const [next] = waiting;
    if (next === undefined) taken -= 1;
    else next();
  };
  const once = () => {
    let isTaken = true;
    return () => {
      if (isTaken) leave();
      isTaken = false;
    };
  };

  return {
    async enter() {
      const work = currentWork();
      if (work === undefined || !work.isSlow) return nothing;
      const { signal } = work;
      signal.throwIfAborted();
      if (taken < most) {
        taken += 1;
        return once();
      }
      await new Promise<void>((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", giveUp);
          waiting.delete(go);
        };
        const go = () => {
          end();
          resolve();
        };
        const giveUp = () => {
          end();
          reject(signal.aborted ? signal.reason : new AppError("TOO_SLOW"));
        };
        const timer = setTimeout(giveUp, patience);
        signal.addEventListener("abort", giveUp, { once: true });
        waiting.add(go);
      });
      return once();
    },
  };
}
