import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { AppBoot } from "#contract/pages.ts";
import { TestClient } from "../client.ts";
import { admin, patiently, signedIn, urlOf } from "./common.ts";
import { openPageLine } from "./page-line.ts";
import { freePort, killHard, type ServerProcess, startServer, stopGently } from "./server-process.ts";

export interface RealtimeChaos {
  readonly kills: number;
  /** Visits whose creation was acknowledged. */
  readonly acknowledged: number;
  /** Those that the page never showed: must be 0. */
  readonly missing: number;
  /** How the page learned of each: from an event, or by fetching anew after a break. */
  readonly told: number;
  readonly fetched: number;
  /** Milliseconds from the first response of the restarted server until the page has resubscribed. */
  readonly resumeMs: readonly number[];
}

interface Plan {
  readonly database: pg.PoolConfig;
  readonly dataDir: string;
  readonly kills: number;
  readonly random: () => number;
  /** Milliseconds between two operations. */
  readonly pause: number;
  readonly say?: (line: string) => void;
}

/** Milliseconds that the page has after the last event to show everything. */
const PATIENCE = 30_000;

/**
 * Two processes on one database. A page subscribes at the first with the product's own client, fetching anew after
 * every break; visits are created through the second without pause. Repeatedly one of the two is killed with SIGKILL
 * and restarted: the one with the subscription, or the one that has just committed changes not yet delivered. In the
 * end the page must show every visit whose creation was acknowledged, without any manual refresh.
 */
export async function runRealtimeChaos(plan: Plan): Promise<RealtimeChaos> {
  const environment = {
    ...admin,
    DATABASE_URL: urlOf(plan.database),
    DATA_DIR: plan.dataDir,
    APP_KEY: "one key for both of the processes",
    DEMO: "off",
    LOG_LEVEL: "silent",
  };
  const ports = [await freePort(), await freePort()] as const;
  const start = (which: 0 | 1) => startServer(ports[which], environment);
  const servers: [ServerProcess, ServerProcess] = [await start(0), await start(1)];
  const ending = new AbortController();
  try {
    const reader = await signedIn(servers[0].origin);
    const writer = await signedIn(servers[1].origin);
    const { id } = await writer.call("POST /api/projects", { body: { name: "Chaos" } });
    const page = await openPage(reader, servers[0].origin, id);
    const made = makeVisits(writer, id, plan.pause, ending.signal);
    const resumeMs: number[] = [];
    for (let kill = 0; kill < plan.kills; kill += 1) {
      await sleep(300 + plan.random() * 1_200);
      const victim = kill % 2 === 0 ? 0 : 1;
      const heardBefore = page.resumed();
      await killHard(servers[victim].child);
      servers[victim] = await start(victim);
      const begin = performance.now();
      if (victim === 0) {
        await until(() => page.resumed() > heardBefore);
        resumeMs.push(Math.round(performance.now() - begin));
      }
      plan.say?.(`kill ${kill + 1}/${plan.kills}: ${victim === 0 ? "who listens" : "who writes"}`);
    }
    await sleep(500);
    ending.abort();
    const acknowledged = await made;
    await until(() => acknowledged.every((visit) => page.shown.has(visit))).catch(() => undefined);
    page.close();
    const missing = acknowledged.filter((visit) => !page.shown.has(visit)).length;
    const told = [...page.shown.values()].filter((how) => how === "told").length;
    const fetched = page.shown.size - told;
    return { kills: plan.kills, acknowledged: acknowledged.length, missing, told, fetched, resumeMs };
  } finally {
    ending.abort();
    await Promise.all(servers.map((server) => stopGently(server.child)));
  }
}

/** A page that shows a project's visits: its list, its events, and its list anew after a break. */
async function openPage(client: TestClient, origin: string, project: number) {
  const shown = new Map<number, "told" | "fetched">();
  let resumed = 0;
  const show = (visit: number, how: "told" | "fetched") => shown.has(visit) || shown.set(visit, how);
  const fetchList = async (): Promise<void> => {
    const query = { id_project: project, per_page: 100 };
    for (let page = 1, more = true; more; page += 1) {
      const { items, total } = await patiently(() =>
        client.call("GET /api/visits", { query: { ...query, page } }),
      );
      for (const visit of items) show(visit.id, "fetched");
      more = page * query.per_page < total;
    }
  };
  const { key } = await bootOf(client, origin);
  const realtime = openPageLine({ client, key, port: Number(new URL(origin).port) });
  realtime.onResume(() => {
    resumed += 1;
    void fetchList();
  });
  let isHeard = false;
  const channel = `private-project-${project}`;
  const stops = [
    realtime.subscribe(channel, "pusher:subscription_succeeded", () => {
      isHeard = true;
    }),
    realtime.subscribe(channel, "visit.created", (data) =>
      show((data as { id_visit: number }).id_visit, "told"),
    ),
  ];
  await until(() => isHeard);
  await fetchList();
  return { shown, resumed: () => resumed, close: () => stops.forEach((stop) => stop()) };
}

/** Creates visits until stopped; returns those whose creation was acknowledged. */
async function makeVisits(
  client: TestClient,
  project: number,
  pause: number,
  ending: AbortSignal,
): Promise<number[]> {
  const acknowledged: number[] = [];
  for (let n = 0; !ending.aborted; n += 1) {
    const body = { id_project: project, name: `Walk ${n}`, visit_date: "2026-03-01T08:00:00Z" };
    const made = await client.call("POST /api/visits", { body }).catch(() => undefined);
    if (made !== undefined) acknowledged.push(made.id);
    await sleep(pause);
  }
  return acknowledged;
}

async function bootOf(client: TestClient, origin: string): Promise<AppBoot["realtime"]> {
  const socket = await client.raw("POST /api/broadcasting/auth", {
    body: { socket_id: "1.1", channel_name: "private-settings" },
  });
  const { auth } = socket.body as { auth: string };
  // The key precedes the signature; a page has it from its own boot block, which requires a built web part.
  return { key: auth.slice(0, auth.indexOf(":")), host: new URL(origin).hostname };
}

async function until(check: () => boolean): Promise<void> {
  for (const begin = performance.now(); !check(); await sleep(20))
    if (performance.now() - begin > PATIENCE) throw new Error("It did not happen within half a minute.");
}
