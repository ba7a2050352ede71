import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLog } from "#server/platform/log.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { admin } from "../multi-node/installation.ts";
import { signIn } from "../multi-node/load.ts";
import { urlOf } from "./common.ts";
import type { FaultLine } from "./faults.ts";
import { freePort, type ServerProcess, startServer, stopGently } from "./server-process.ts";

const library = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
].find((path) => existsSync(path));

/** Two nodes on one database, one of which has a wrong clock: checks sign-ins, sessions and dates. */
export async function runClockDrill(say: (line: string) => void): Promise<FaultLine[]> {
  if (library === undefined) {
    say("clocks: left out, for faketime is not installed");
    return [];
  }
  const root = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  await chmod(root, 0o755);
  const postgres = await startPostgres({ root, database: "sitewalk", log: createLog("silent") });
  const environment = {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    APP_KEY: "one key for both of the processes",
    DATABASE_URL: urlOf(postgres.connection),
    DATA_DIR: join(root, "data-dir"),
    DEMO: "off",
    LIVE_PORT: "0",
    TRUST_PROXY: "loopback",
  };
  try {
    const right = await startServer(await freePort(), environment);
    const lines: FaultLine[] = [];
    for (const by of ["+2h", "-2h"]) {
      const wrong = await startServer(await freePort(), {
        ...environment,
        LD_PRELOAD: library,
        FAKETIME: by,
      });
      lines.push(await compare(right, wrong, by));
      say(`clocks: ${by} tried`);
      await stopGently(wrong.child);
    }
    await stopGently(right.child);
    return lines;
  } finally {
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function compare(right: ServerProcess, wrong: ServerProcess, by: string): Promise<FaultLine> {
  const at = new Map([
    [right, await signIn(right.origin)],
    [wrong, await signIn(wrong.origin)],
  ]);
  let refused = 0;
  let tried = 0;
  for (const [made, client] of at)
    for (const asked of [right, wrong]) {
      // Sessions of each node used at each, several times: every use renews them.
      for (let round = 0; round < 5; round += 1) {
        tried += 1;
        const { status } = await fetch(`${asked.origin}/api/user`, { headers: { cookie: client.cookie() } });
        if (status !== 200) refused += 1;
      }
      if (asked === made) continue;
      await sleep(200);
    }
  const wrongly = at.get(wrong);
  const sessions = (await wrongly?.call("GET /api/sessions")) ?? [];
  const list = Array.isArray(sessions) ? sessions : (sessions as { items: readonly unknown[] }).items;
  const now = Date.now();
  const off = (list as readonly { created_at: string }[]).filter(
    ({ created_at }) => Math.abs(Date.parse(created_at) - now) > 600_000,
  ).length;
  const id = (await wrongly?.call("POST /api/projects", { body: { name: `Clock ${by}` } }))?.id ?? 0;
  const visit = await wrongly?.raw("POST /api/visits", {
    body: { id_project: id, name: "Today", visit_date: new Date(now).toISOString() },
  });
  const ready = await fetch(`${wrong.origin}/api/ready`);
  const { values } = (await ready.json()) as { values?: { parts?: string } };
  return {
    fault: `the clock of one of two nodes is wrong by ${by}`,
    times: tried,
    acknowledged: `${tried} calls to both nodes with sessions of both`,
    lost: refused,
    wrong: {
      "times taken from the wrong clock": off,
      "visits of today refused": visit?.status === 201 ? 0 : 1,
      "reported ready": ready.status === 503 && values?.parts === "clock" ? 0 : 1,
    },
    backMs: [],
  };
}
