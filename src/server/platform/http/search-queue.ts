import { AppError } from "../errors.ts";

/** Lets each user run one search at a time. */
export interface SearchQueue {
  /**
   * Runs `search` in the turn of `person`. `controller` is aborted when a newer search replaces it.
   * @throws AppError SEARCH_REPLACED when the turn was lost before it came
   */
  run<T>(person: string, controller: AbortController, search: () => Promise<T>): Promise<T>;
}

export interface SearchQueueOptions {
  /** Milliseconds that a search may run before a newer one ends it. */
  readonly patience: number;
  /** Maximum number of waiting searches of one user; another one replaces the oldest. */
  readonly waiting: number;
}

interface Waiting {
  go(): void;
  refuse(reason: unknown): void;
}

interface Line {
  running: AbortController;
  startedAt: number;
  timer: NodeJS.Timeout | undefined;
  readonly waiting: Waiting[];
}

/**
 * A browser aborts the previous search while its user types on, so the next turn usually comes at once. Where that does
 * not arrive, and for programs that send several searches at the same time, a newer search waits, and ends one that has
 * used its time. In this process alone: each node counts its own.
 */
export function createSearchQueue({ patience, waiting }: SearchQueueOptions): SearchQueue {
  const lines = new Map<string, Line>();

  /** Ends the running search once it has used its time, if another one waits. */
  const arm = (line: Line) => {
    if (line.timer !== undefined || line.waiting.length === 0) return;
    const left = Math.max(0, patience - (performance.now() - line.startedAt));
    line.timer = setTimeout(() => line.running.abort(new AppError("SEARCH_REPLACED")), left);
  };

  const wait = (line: Line, { signal }: AbortController) =>
    new Promise<void>((resolve, reject) => {
      if (line.waiting.length >= waiting) line.waiting.shift()?.refuse(new AppError("SEARCH_REPLACED"));
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(self), 1);
        reject(signal.reason);
      };
      const self: Waiting = {
        go() {
          signal.removeEventListener("abort", leave);
          resolve();
        },
        refuse(reason) {
          signal.removeEventListener("abort", leave);
          reject(reason);
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      line.waiting.push(self);
      arm(line);
    });

  return {
    async run(person, controller, search) {
      let line = lines.get(person);
      if (line === undefined) {
        line = { running: controller, startedAt: 0, timer: undefined, waiting: [] };
        lines.set(person, line);
      } else await wait(line, controller);
      line.running = controller;
      line.startedAt = performance.now();
      arm(line);
      try {
        return await search();
      } finally {
        clearTimeout(line.timer);
        line.timer = undefined;
        const next = line.waiting.shift();
        if (next === undefined) lines.delete(person);
        else next.go();
      }
    },
  };
}
