import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { z } from "zod";
import { openDatabase } from "#server/platform/database.ts";
import { createBus } from "#server/platform/events/bus.ts";
import { defineEvent } from "#server/platform/events/event.ts";
import { createSignals } from "#server/platform/events/signals.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { createRealtime } from "#server/platform/realtime/index.ts";

/** One of the processes that share events: sockets, bus and database as in the product; emits on request. */
export interface EmitOrder {
  readonly perSecond: number;
  readonly seconds: number;
}

const happened = defineEvent("bench.happened", z.object({ at: z.number() }), {
  broadcast: (data) => [{ channel: "private-bench", event: "bench.happened", data }],
});

const [key = "", secret = "", database = "{}"] = process.argv.slice(2);
const log = createLog("warn");
const connection = JSON.parse(database) as pg.PoolConfig;
const { db } = openDatabase(connection, log);
const signals = createSignals({ db, connection, log });
const realtime = createRealtime({
  key: createAppKey("b".repeat(32)),
  log,
  publicUrl: "",
  app: { key, secret },
  cluster: { db, signals, connection },
});
const bus = createBus({ db, signals, log, publish: realtime.publish });
const server = createServer((_, reply) => void reply.writeHead(404).end());
realtime.attach(server);
await signals.start();
await bus.start();
await realtime.start();

process.on("message", ({ perSecond, seconds }: EmitOrder) => {
  void emit(perSecond, seconds).then((count) => process.send?.({ emitted: count }));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

/** Commits at an even rate, each event in a transaction of its own; returns how many. */
async function emit(perSecond: number, seconds: number): Promise<number> {
  const begin = performance.now();
  const running = new Set<Promise<void>>();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = begin + (n * 1000) / perSecond;
    if (due > performance.now() + 1) await sleep(due - performance.now());
    const one = db.transaction().execute((trx) =>
      // Before the commit, so that the measurement includes it.
      bus.emit(trx, happened, { at: performance.timeOrigin + performance.now() }),
    );
    running.add(one);
    void one.finally(() => running.delete(one));
  }
  await Promise.all(running);
  return perSecond * seconds;
}
