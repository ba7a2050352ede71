import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { createLiveEngine, type RunningEngine } from "#server/live/create-engine.ts";
import type { LiveEvent } from "#server/live/engine.ts";
import type { WorkerSettings } from "#server/live/messages.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { freePort } from "../chaos/server-process.ts";

export interface TestEngine {
  readonly engine: RunningEngine;
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  readonly events: LiveEvent[];
  /** Starts a channel whose stream key is `key`. */
  arm(code: string, key: string, record?: boolean): Promise<void>;
  /** URL of one of a channel's files for a viewer, valid for a minute. */
  file(code: string, name: string, viewer?: string): string;
  text(code: string, name: string, viewer?: string): Promise<string>;
  close(): Promise<void>;
}

/** The media server with a gateway of its own, without the rest of the product. */
export async function testEngine(
  settings: Partial<WorkerSettings> = {},
  folder?: string,
  idleMs?: number,
): Promise<TestEngine> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), "sitewalk-live-")));
  const port = settings.port ?? (await freePort());
  const engine = createLiveEngine({
    log: createLog(process.env["TEST_LOG"] ?? "silent"),
    key: createAppKey("a secret for tests of live channels"),
    dataDir,
    publicUrl: "",
    ...(idleMs !== undefined && { idleMs }),
    settings: {
      host: "127.0.0.1",
      tls: null,
      floorBytes: 0,
      recordSeconds: 3600,
      staleMs: 1500,
      dropMs: 4000,
      graceMs: 60_000,
      perAddress: 100,
      ...settings,
      port,
    },
  });
  const events: LiveEvent[] = [];
  engine.onEvent((event) => events.push(event));
  const app = Fastify();
  await app.register(engine.door.plugin);
  engine.door.attach(app.server);
  await app.listen({ port: 0, host: "127.0.0.1" });
  await engine.start();
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const file = (code: string, name: string, viewer = "somebody") => {
    const { hls } = engine.addresses(code, new Date(Date.now() + 60_000), viewer);
    return `${origin}${hls.replace("live.m3u8", name)}`;
  };
  return {
    engine,
    origin,
    port,
    dataDir,
    events,
    arm: (code, key, record = false) =>
      engine.arm({ code, keyHash: createHash("sha256").update(key).digest(), record, linksSince: null }),
    file,
    text: async (code, name, viewer) => (await fetch(file(code, name, viewer))).text(),
    async close() {
      await engine.close();
      app.server.closeAllConnections();
      await app.close();
      if (folder === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Retries until it succeeds; throws the last error after `ms`. */
export async function eventually<T>(what: () => Promise<T> | T, ms = 60_000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    try {
      return await what();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }
}
