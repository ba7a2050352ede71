import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type SettingValues, settingDefaults } from "#contract/settings.ts";
import { createNotices } from "#server/domains/installation/notifications/notices.ts";
import { type DatabaseHandle, openDatabase } from "#server/platform/database.ts";
import { createBus } from "#server/platform/events/bus.ts";
import { createSignals } from "#server/platform/events/signals.ts";
import { createLog } from "#server/platform/log.ts";
import { median } from "../../bench/lib/stats.ts";
import type { TestClient } from "../client.ts";
import { admin } from "../multi-node/installation.ts";
import { newcomer, signIn } from "../multi-node/load.ts";
import { type BellPage, openBellPage, realtimeKey } from "./bell-page.ts";
import { onDatabase, until, urlOf } from "./common.ts";
import { type CuttingProxy, openCuttingProxy } from "./cutting-proxy.ts";
import type { Drill, DrillOptions, FaultLine } from "./faults.ts";
import type { PagesOrder, PagesReport } from "./pages-process.ts";
import { freePort, startServer, stopGently } from "./server-process.ts";

/** Milliseconds. */
const asleepMs = 110_000;
const readers = 5;
const pagesEach = 4;
/** Simultaneous writers, often to the same reader. */
const writers = 8;
/** For each of `CHAOS_KILLS`: number of cuts, of events, and of pages that reconnect together. */
const scale = { cuts: 100, events: 1000, herd: 100 };

interface Reader {
  readonly id: number;
  readonly client: TestClient;
}

interface Site {
  /** The administrator, whose pages reconnect all at once. */
  readonly owner: Reader;
  readonly origin: string;
  readonly port: number;
  readonly key: string;
  readonly readers: readonly Reader[];
  /** A user at another process of the same site, to which no page is connected. */
  readonly onlooker: TestClient;
  readonly handle: DatabaseHandle;
  /** Creates a notification for one reader, in a transaction of its own. */
  tell(reader: number, n: number): Promise<void>;
}

/**
 * Users' notifications while the sockets of their pages are cut repeatedly, while a tab is asleep for longer than any
 * event is kept, and while a thousand pages reconnect in the same moment.
 */
export const runSocketsDrill: Drill = (options) =>
  onDatabase(async (connection, folder) => {
    const begin = (at: number, files: string) =>
      startServer(at, {
        DATABASE_URL: urlOf(connection),
        DATA_DIR: `${folder}/${files}`,
        APP_KEY: "one key for the server and its pages",
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        TRUST_PROXY: "127.0.0.1",
        DEMO: "off",
        LIVE_PORT: "0",
        LOG_LEVEL: "silent",
      });
    const port = await freePort();
    const server = await begin(port, "data-dir");
    const other = await begin(await freePort(), "other-dir");
    const log = createLog("silent");
    const handle = openDatabase(connection, log, { max: writers });
    const signals = createSignals({ db: handle.db, connection, log });
    const notices = createNotices({
      bus: createBus({ db: handle.db, signals, log }),
      jobs: { send: async () => null },
      settings: { get: (): SettingValues => settingDefaults },
    });
    try {
      const asReader = async (client: TestClient): Promise<Reader> => ({
        id: (await client.call("GET /api/user")).id,
        client,
      });
      const owner = await asReader(await signIn(server.origin));
      const people: Reader[] = [];
      for (let n = 0; n < readers; n += 1)
        people.push(await asReader(await newcomer(owner.client, server.origin)));
      const site: Site = {
        owner,
        origin: server.origin,
        port,
        key: await realtimeKey(owner.client),
        readers: people,
        onlooker: await newcomer(owner.client, other.origin),
        handle,
        tell: (reader, n) =>
          handle.db.transaction().execute((trx) =>
            notices.notify(trx, {
              to: [reader],
              sort: "project_created",
              values: { project: `Hall ${n}` },
            }),
          ),
      };
      const lines = await cutAndAsleep(site, options);
      return [...lines, await herd(site, options)];
    } finally {
      await handle.close();
      await Promise.all([stopGently(server.child), stopGently(other.child)]);
    }
  });

interface CutPage {
  readonly page: BellPage;
  readonly proxy: CuttingProxy;
  /** When it was cut last, and its number of subscriptions by then; undefined while it is subscribed. */
  cutAt: number | undefined;
  heardThen: number;
}

const open = async ({ key, port }: Site, { id, client }: Reader): Promise<CutPage> => {
  const proxy = await openCuttingProxy(port);
  const page = await openBellPage({ client, id_user: id, key, port: proxy.port, perPage: 100 });
  return { page, proxy, cutAt: undefined, heardThen: 0 };
};

async function cutAndAsleep(site: Site, options: DrillOptions): Promise<FaultLine[]> {
  const sleeper = await startPages(site);
  try {
    return await whileAsleep(site, sleeper, options);
  } finally {
    sleeper.child.kill("SIGKILL");
  }
}

async function whileAsleep(
  site: Site,
  sleeper: Awaited<ReturnType<typeof startPages>>,
  options: DrillOptions,
): Promise<FaultLine[]> {
  const pages: CutPage[] = [];
  for (const reader of site.readers)
    for (let n = 0; n < pagesEach; n += 1) pages.push(await open(site, reader));
  await sleeper.ask({ do: "open", count: 1 });
  sleeper.child.kill("SIGSTOP");
  const fellAsleep = performance.now();

  const events = scale.events * options.kills;
  const written = write(site, events, options.random);
  const { cuts, backMs } = await cutAtRandom(pages, scale.cuts * options.kills, options);
  const acknowledged = await written;
  options.say(`${cuts} cuts, ${acknowledged} events`);

  const found = await compare(site, pages);
  // The server closes a silent socket after 75 s, and checks every 30.
  await sleep(Math.max(0, asleepMs - (performance.now() - fellAsleep)));
  // Events are not kept for a page that stays asleep.
  await site.handle.pool.query("delete from events");
  sleeper.child.kill("SIGCONT");
  const woke = performance.now();
  await until(async () => (await sleeper.ask({ do: "show" })).times > 1);
  const wakeMs = Math.round(performance.now() - woke);
  const asleep = await sleeper.ask({ do: "show" });
  const wanted = await rowsOf(site, site.owner.id);
  for (const { page, proxy } of pages) {
    page.close();
    await proxy.close();
  }
  return [
    {
      fault: `sockets of ${pages.length} pages cut while ${writers} users write`,
      times: cuts,
      acknowledged: `${acknowledged} events`,
      lost: found.missing,
      wrong: found.wrong,
      backMs,
    },
    {
      fault: `a tab suspended for ${asleepMs / 1000} s, its events discarded meanwhile`,
      times: 1,
      acknowledged: `${wanted.length} events for this user`,
      lost: wanted.filter(({ id }) => !asleep.shown.includes(id)).length,
      wrong: {
        "received twice": asleep.toldTwice,
        "shown twice or out of order": asleep.disorders,
        "lists that differ from the database": isSame(asleep.shown, wanted) ? 0 : 1,
        "counts that differ from the database": asleep.unread[0] === unreadOf(wanted) ? 0 : 1,
      },
      backMs: [wakeMs],
    },
  ];
}

/** Writes so many events by several writers at once; returns how many were committed. */
async function write(site: Site, events: number, random: () => number): Promise<number> {
  const all = [...site.readers, site.owner];
  let begun = 0;
  let done = 0;
  const one = async (): Promise<void> => {
    for (let n = begun++; n < events; n = begun++) {
      const reader = all[Math.floor(random() * all.length)];
      await site.tell(reader?.id ?? 0, n);
      done += 1;
      await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: writers }, one));
  return done;
}

async function cutAtRandom(
  pages: readonly CutPage[],
  times: number,
  { random, say }: DrillOptions,
): Promise<{ cuts: number; backMs: number[] }> {
  const backMs: number[] = [];
  const look = () => {
    for (const one of pages) {
      if (one.cutAt === undefined || one.page.heard() === one.heardThen) continue;
      backMs.push(Math.round(performance.now() - one.cutAt));
      one.cutAt = undefined;
    }
  };
  const looking = setInterval(look, 5);
  for (let cuts = 0; cuts < times; ) {
    await sleep(random() * 300);
    const one = pages[Math.floor(random() * pages.length)];
    // A reconnecting page is cut, too, as soon as it is connected again.
    if (one === undefined || one.proxy.open() === 0) continue;
    one.proxy.cut();
    one.cutAt = performance.now();
    one.heardThen = one.page.heard();
    cuts += 1;
    if (cuts % 100 === 0) say(`cut ${cuts}/${times}`);
  }
  await until(() => pages.every(({ cutAt }) => cutAt === undefined));
  clearInterval(looking);
  return { cuts: times, backMs };
}

interface NewsRow {
  readonly id: number;
  readonly is_unread: boolean;
}

/** One user's notifications, newest first. */
async function rowsOf({ handle }: Site, id_user: number): Promise<NewsRow[]> {
  const { rows } = await handle.pool.query<NewsRow>(
    "select id::int, read_at is null as is_unread from notifications where id_user = $1 order by id desc",
    [id_user],
  );
  return rows;
}

const unreadOf = (rows: readonly NewsRow[]): number => rows.filter(({ is_unread }) => is_unread).length;
const isSame = (shown: readonly number[], rows: readonly NewsRow[]): boolean =>
  shown.length === rows.length && rows.every(({ id }, at) => shown[at] === id);

/** Compares the pages with the rows, without any manual refresh. */
async function compare(site: Site, pages: readonly CutPage[]) {
  const rows = new Map<number, NewsRow[]>();
  for (const { id } of site.readers) rows.set(id, await rowsOf(site, id));
  const wantedOf = ({ page }: CutPage) => rows.get(page.id_user) ?? [];
  const isCountRight = (one: CutPage) => one.page.isQuiet() && one.page.unread() === unreadOf(wantedOf(one));
  await until(() => pages.every(isCountRight), 10_000).catch(() => undefined);
  const miscounting = pages.filter((one) => !isCountRight(one)).length;
  let missing = 0;
  let different = 0;
  for (const one of pages) {
    await one.page.scroll();
    const shown = one.page.shown().map(({ id }) => id);
    const set = new Set(shown);
    missing += wantedOf(one).filter(({ id }) => !set.has(id)).length;
    if (!isSame(shown, wantedOf(one))) different += 1;
  }
  return {
    missing,
    wrong: {
      "received twice": pages.flatMap(({ page }) => page.toldTwice).length,
      "shown twice or out of order": pages.reduce((sum, { page }) => sum + page.disorders, 0),
      "lists that differ from the database": different,
      "counts that differ from the database": miscounting,
    },
  };
}

/** The administrator's pages, in a process of their own. */
async function startPages({ origin, key }: Site) {
  const child = fork(`${import.meta.dirname}/pages-process.ts`, [origin, key], { execArgv: [] });
  await once(child, "message");
  return {
    child,
    async ask(order: PagesOrder): Promise<PagesReport> {
      const answer = once(child, "message") as Promise<[PagesReport]>;
      child.send(order);
      return (await answer)[0];
    },
  };
}

const newsOfHerd = 30;
/** Cuts of all pages; medians count, since the slowest hundredth of one cut is two or three calls. */
const cutsOfHerd = 6;
/**
 * `factor`: how many times as long as usual other calls may take meanwhile. The pages, which are on as many machines
 * elsewhere, share the processors of server and database here; so the usual time is that of the same call at the same
 * moment at a process to which none of them is connected, or that of before, where it is longer.
 */
const bar = { doneMs: 10_000, factor: 2 };

async function herd(site: Site, { kills, say }: DrillOptions): Promise<FaultLine> {
  const count = scale.herd * kills;
  const { child, ask } = await startPages(site);
  try {
    for (let n = 0; n < newsOfHerd; n += 1) await site.tell(site.owner.id, n);
    const { heard } = await ask({ do: "open", count });
    const prober = site.readers[0]?.client;
    if (prober === undefined) throw new Error("Nobody reads.");
    const both = async (over: Promise<unknown>): Promise<Waited> => {
      const [here, elsewhere] = await Promise.all(
        [prober, site.onlooker].map((client) =>
          probe(() => client.call("GET /api/projects", { query: { per_page: 20 } }), over),
        ),
      );
      return { here: here ?? 0, elsewhere: elsewhere ?? 0 };
    };
    const rounds: HerdRound[] = [];
    for (let cut = 1; cut <= cutsOfHerd; cut += 1) {
      const before = await both(sleep(10_000));
      const back = ask({ do: "cut" });
      const meanwhile = await both(back);
      rounds.push({ before, meanwhile, ...(await back) });
      say(
        `cut ${cut}: others waited ${before.here} ms before, ${meanwhile.here} ms meanwhile, ${meanwhile.elsewhere} ms elsewhere`,
      );
    }
    const wanted = unreadOf(await rowsOf(site, site.owner.id));
    const middle = (of: (round: HerdRound) => number) => median(rounds.map(of));
    const before = middle((one) => one.before.here);
    const meanwhile = middle((one) => one.meanwhile.here);
    const elsewhere = middle((one) => one.meanwhile.elsewhere);
    const isSlow = meanwhile > bar.factor * Math.max(before, elsewhere);
    const doneMs = Math.max(...rounds.map((round) => round.doneMs));
    return {
      fault: `${heard} pages disconnected at the same moment reconnect and reload`,
      times: heard * cutsOfHerd,
      acknowledged: `${heard} pages`,
      lost: count - heard,
      wrong: {
        "counts that differ from the database": rounds
          .flatMap(({ unread }) => unread)
          .filter((one) => one !== wanted).length,
        "not back within 10 s": doneMs > bar.doneMs ? 1 : 0,
        "others waited longer than they may": isSlow ? 1 : 0,
      },
      backMs: rounds.flatMap(({ backMs }) => backMs),
      seen: `all done after ${(doneMs / 1000).toFixed(1)} s at most; p99 of other calls ${before} ms before, ${meanwhile} ms meanwhile: ${(meanwhile / before).toFixed(1)} times; meanwhile at a process of the same site without these pages ${elsewhere} ms: ${(meanwhile / elsewhere).toFixed(1)} times; medians of ${cutsOfHerd} cuts`,
    };
  } finally {
    child.kill("SIGKILL");
  }
}

/** Milliseconds, 99th percentile: at the process of the pages, and at the other. */
interface Waited {
  readonly here: number;
  readonly elsewhere: number;
}

interface HerdRound extends PagesReport {
  readonly before: Waited;
  readonly meanwhile: Waited;
}

/** 99th percentile of calls during the reconnects, until they are over; milliseconds. */
async function probe(call: () => Promise<unknown>, over: Promise<unknown>): Promise<number> {
  const ending = new AbortController();
  void over.finally(() => ending.abort());
  const took: number[] = [];
  while (!ending.signal.aborted) {
    const begin = performance.now();
    await call();
    took.push(performance.now() - begin);
    await sleep(10);
  }
  const sorted = took.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? 0) * 10) / 10;
}
