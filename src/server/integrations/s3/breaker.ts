import type { Log } from "#server/platform/log.ts";
import { S3Failure } from "./s3-failure.ts";

export interface BreakerOptions {
  /** Whether the service answers within the given milliseconds. */
  readonly probe: (milliseconds: number) => Promise<boolean>;
  readonly log: Log;
}

/**
 * Prevents callers from waiting for an unavailable service. While open, it refuses at once and probes the service
 * itself, each second; no user's call serves as the probe.
 */
export interface Breaker {
  /** Throws `S3Failure` (`Away`) while the service is unavailable. */
  pass(): void;
  /** A call failed or takes long: probes the service, and opens unless it answers. */
  doubt(): void;
  /** Calls `cut` when it opens, so that pending callers stop waiting. Returns a function that unsubscribes. */
  whileClosed(cut: () => void): () => void;
  close(): void;
}

/** Error of a call that was not even started. */
export const away = () => new S3Failure(0, "Away", "the object store is away");

/**
 * Milliseconds. Together with the time after which a call is doubted, at most four seconds until it opens; the drill
 * requires five.
 */
const probeMs = 2000;
const everyMs = 1000;
/** An occasional failure must not block calls that succeed. */
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
