import { hostname } from "node:os";
import { createAttempts } from "../platform/attempts.ts";
import { newCode } from "../platform/code.ts";
import { createBus } from "../platform/events/bus.ts";
import { createSignals } from "../platform/events/signals.ts";
import { createIdempotencyKeys } from "../platform/http/idempotency-keys.ts";
import { RateLimiter } from "../platform/http/rate.ts";
import { createRateCounts } from "../platform/http/rate-counts.ts";
import { createRequestForwarding } from "../platform/http/request-forwarding.ts";
import { createJobs } from "../platform/jobs/jobs.ts";
import { createNodes } from "../platform/nodes.ts";
import { createRealtime } from "../platform/realtime/index.ts";
import type { Foundation, OnClose } from "./foundation.ts";

/** Rate limits, nodes, sockets, events and jobs. Nothing runs until `startPlatform`. */
export function openPlatform(foundation: Foundation, onClose: OnClose) {
  const { config, log, db, connection, key, clock, version, rateFactor, operation } = foundation;
  const { metrics } = operation;
  const signals = createSignals({ db, connection, log });
  const nodes = createNodes({
    db,
    signals,
    log,
    version,
    role: config.ROLE,
    name: config.NODE_NAME || `${hostname()}-${newCode(4)}`,
    url: config.NODE_URL,
  });
  const rate = new RateLimiter(() => clock.now().getTime(), {
    shared: { counts: createRateCounts(db), others: nodes.othersServing, log },
  });
  nodes.onChange(() => void rate.share());
  const trustProxy = config.TRUST_PROXY.split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const { REALTIME_APP_KEY: appKey, REALTIME_APP_SECRET: appSecret } = config;
  const realtime = createRealtime({
    key,
    log,
    metrics,
    trustProxy,
    publicUrl: config.PUBLIC_URL,
    cluster: { db, signals, connection },
    ...(appSecret !== "" && { app: { secret: appSecret, ...(appKey !== "" && { key: appKey }) } }),
  });
  const handOver = createRequestForwarding({ key, nodes, trustProxy, metrics });
  onClose(async () => handOver.close());
  return {
    attempts: createAttempts(db, rateFactor),
    once: createIdempotencyKeys(db),
    signals,
    nodes,
    rate,
    trustProxy,
    realtime,
    bus: createBus({ db, signals, log, ...(foundation.serves ? { publish: realtime.publish } : {}) }),
    jobs: createJobs({ connection, signals, log, works: foundation.works, metrics }),
    handOver,
  };
}

export type Platform = ReturnType<typeof openPlatform>;

/** Starts the parts of `openPlatform`, once all workers and listeners are registered. */
export async function startPlatform(
  { signals, nodes, bus, jobs }: Platform,
  onClose: OnClose,
): Promise<void> {
  for (const part of [signals, nodes, bus, jobs]) {
    await part.start();
    onClose(() => part.stop());
  }
}
