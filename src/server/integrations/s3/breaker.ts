import type { Log } from "#server/platform/log.ts";
import { S3Failure } from "./s3-failure.ts";

export interface BreakerOptions {
  /** Whether the service answers at all, within the milliseconds. */
  readonly probe: (milliseconds: number) => Promise<boolean>;
  readonly log: Log;
}

/**
 * Keeps everybody from waiting for a service that is away. Open, it refuses at once and asks the service itself, each
 * second, whether it is back; no call of a person is the one that tries.
 */
export interface Breaker {
  /** Throws `S3Failure` (`Away`) while the service is away. */
  pass(): void;
  /** Something went wrong or takes long: asks the service, and opens unless it answers. */
  doubt(): void;
  /** Calls `cut` when it opens: who waits for an answer by then waits no longer. Returns how to be left alone. */
  whileClosed(cut: () => void): () => void;
  close(): void;
}

/** Why a call was not even begun. */
export const away = () => new S3Failure(0, "Away", "the object store is away");

/** Milliseconds. With those after which a call is doubted, four at most until it opens; the drill wants five. */
const probeMs = 2000;
const everyMs = 1000;
/** What goes wrong once in a while must not shut out what goes well. */
const tries = 3;

export function createBreaker({ probe, log }: BreakerOptions): Breaker {
  let openedAt: number | undefined;
  let isAsking = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Set<() => void>();

  const isThere = async (): Promise<boolean> => {
    const deadline = performance.now() + probeMs;
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const left = deadline - performance.now();
      if (left <= 0) return false;
      if (await probe(left)) return true;
    }
    return false;
  };

  const ask = async () => {
    if (isAsking || isClosed) return;
    isAsking = true;
    const answers = await isThere();
    isAsking = false;
    if (isClosed) return;
    if (!answers) {
      if (openedAt === undefined) {
        openedAt = performance.now();
        log.warn("objects: the store cannot be reached");
        for (const cut of waiting) cut();
      }
      timer = setTimeout(() => void ask(), everyMs);
      timer.unref();
    } else if (openedAt !== undefined) {
      log.info(
        { seconds: Math.round((performance.now() - openedAt) / 1000) },
        "objects: the store can be reached again",
      );
      openedAt = undefined;
    }
  };

  return {
    pass() {
      if (openedAt !== undefined) throw away();
    },
    doubt: () => void ask(),
    whileClosed(cut) {
      waiting.add(cut);
      return () => void waiting.delete(cut);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
