/**
 * Live channels: our own media server. A camera sends by RTMP (`rtmp/`) or a browser by a socket (`worker/frames.ts`) →
 * `packager/` builds parts and segments in memory → players read them by low-latency HLS or a socket; recordings are
 * written alongside (`recording/`). All of it runs in one process (`worker/`) that `supervisor.ts` keeps alive; the
 * server arms channels (`create-engine.ts`) and forwards the requests of browsers (`live-routes.ts`).
 */
import { readFileSync } from "node:fs";
import { limits } from "#contract/limits.ts";
import type { Config } from "#server/config.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import { createLiveEngine, type RunningEngine } from "./create-engine.ts";
import type { OtherCarriers } from "./live-routes.ts";

export type { RunningEngine } from "./create-engine.ts";
export { createRecordings } from "./recording/recordings.ts";

const DROP_MS = 8000;
const PER_ADDRESS = 32;

export interface LiveSurroundings {
  readonly log: Log;
  readonly key: AppKey;
  /** Milliseconds since 1970 by a clock that all nodes share. */
  readonly now: () => number;
  readonly elsewhere: OtherCarriers;
}

/** The media server as configured by the environment. Throws when the certificate for RTMPS cannot be read. */
export function openLive(config: Config, surroundings: LiveSurroundings): RunningEngine {
  const { LIVE_TLS_PORT: port, LIVE_TLS_CERT: cert, LIVE_TLS_KEY: certKey } = config;
  return createLiveEngine({
    ...surroundings,
    dataDir: config.dataDir,
    publicUrl: config.PUBLIC_URL,
    settings: {
      host: config.HOST,
      port: config.LIVE_PORT,
      tls:
        cert === "" ? null : { port, cert: readFileSync(cert, "utf8"), key: readFileSync(certKey, "utf8") },
      floorBytes: config.LIVE_FREE_MB * 2 ** 20,
      recordSeconds: limits.live.recordHours * 3600,
      staleMs: limits.live.stale,
      dropMs: DROP_MS,
      graceMs: limits.live.grace,
      perAddress: PER_ADDRESS,
    },
  });
}
