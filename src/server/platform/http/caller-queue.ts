/** Lets each caller have some calls answered at once; further ones of the same caller wait in order. */
export interface CallerQueue {
  run<T>(caller: string, call: () => Promise<T>): Promise<T>;
}

export interface CallerQueueOptions {
  /** Calls of one caller that are answered at once. */
  readonly most: number;
  /** Milliseconds that a call waits: slow calls of one tab must not stop the others for longer. */
  readonly patience: number;
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Hundreds of tabs of one user that reconnect together would otherwise stand before the next call of every other user, at the
 * event loop and at the connections of the database. In this process alone: each node counts its own.
 */
export function createCallerQueue({ most, patience }: CallerQueueOptions): CallerQueue {
  const lines = new Map<string, Line>();

  const wait = ({ waiting }: Line) =>
    new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, patience);
      waiting.add(go);
    });

  return {
    async run(caller, call) {
      const line = lines.get(caller) ?? { running: 0, waiting: new Set() };
      lines.set(caller, line);
      if (line.running >= most) await wait(line);
      line.running += 1;
      try {
        return await call();
      } finally {
        line.running -= 1;
        const [next] = line.waiting;
        if (next !== undefined && line.running < most) next();
        else if (line.running === 0 && next === undefined) lines.delete(caller);
      }
    },
  };
}
