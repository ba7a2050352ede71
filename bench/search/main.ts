import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort, postmasterOf, startServer, stopGently } from "#test/chaos/server-process.ts";
import { connectionOf } from "../api/seed.ts";
import { startYardstick } from "../api/start-yardstick.ts";
import { cpuOfTrees } from "../lib/process-tree.ts";
import { amountFigure, type Figure, ratioFigure, renderSection, type Section, table } from "../lib/report.ts";
import { median, percentile } from "../lib/stats.ts";
import { type Caller, callsAs, searchYardstick } from "./calls.ts";
import { type InsertCost, insertCost } from "./insert-cost.ts";
import { type Asked, askedFor, QUERIES } from "./queries.ts";
import { SIZE, seed } from "./seed.ts";

const target = { p95: 30, p99: 80, fresh: 1000 };
/** CPU per search in multiples of the straightforward statement, which is cheap where a user sees little. */
const cpuTarget = { member: 1.2, superAdmin: 0.1 } as const;
const admin = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "correct horse battery" };
const items = SIZE.projects * (1 + SIZE.visitsPerProject);

/** 500 searches by one user. */
interface Run {
  readonly who: string;
  readonly asked: readonly (Asked & { readonly ms: number; readonly found: number })[];
  readonly cpu: number;
  /** CPU of the minimal handler for the same searches. */
  readonly plain: number;
  readonly cpuTarget: number;
}

/** Runs 500 mixed searches over a million items, one after the other through HTTP, as two users. */
export async function runSearchBench(): Promise<Section> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  await chmod(dataDir, 0o755);
  const server = await startServer(await freePort(), {
    DATA_DIR: dataDir,
    DEMO: "off",
    LOG_LEVEL: "silent",
    ...admin,
  });
  try {
    const connection = await connectionOf(dataDir);
    const cost = await insertCost(connection);
    const people = await seed(connection);
    const pids = [server.child.pid ?? 0, await postmasterOf(dataDir)] as const;
    const queries = await askedFor(connection);
    const runs: Run[] = [];
    for (const [who, person] of [
      ["user, 1,000 visible", "member"],
      ["super admin", "superAdmin"],
    ] as const) {
      const session = people[person];
      const measured = await measure(await callsAs(server.origin, session), queries, pids);
      const plain = await measurePlain(connection, session, queries, pids[1]);
      runs.push({ who, ...measured, plain, cpuTarget: cpuTarget[person] });
    }
    const fresh = await freshness(await callsAs(server.origin, people.superAdmin));
    return report(runs, fresh, await sizes(connection), cost);
  } finally {
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  caller: Caller,
  queries: readonly Asked[],
  pids: readonly number[],
): Promise<Pick<Run, "asked" | "cpu">> {
  // Compiles code, prepares statements and loads pages into memory.
  for (const { q } of queries) await caller.search(`${q} `);
  const asked: Run["asked"][number][] = [];
  const before = cpuOfTrees(pids);
  for (const query of queries) {
    const begin = performance.now();
    const found = await caller.search(query.q);
    asked.push({ ...query, found, ms: performance.now() - begin });
  }
  return { asked, cpu: (cpuOfTrees(pids) - before) / queries.length };
}

/** CPU per search of the minimal handler. */
async function measurePlain(
  connection: pg.ClientConfig,
  session: string,
  queries: readonly Asked[],
  postmaster: number,
): Promise<number> {
  const { child, origin } = await startYardstick(connection);
  try {
    for (const { q } of queries) await searchYardstick(origin, session, `${q} `);
    const pids = [child.pid ?? 0, postmaster];
    const before = cpuOfTrees(pids);
    for (const { q } of queries) await searchYardstick(origin, session, q);
    return (cpuOfTrees(pids) - before) / queries.length;
  } finally {
    child.kill();
  }
}

/** Milliseconds from the answer to a creation until a search finds the new item. */
async function freshness(caller: Caller): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const name = `Freshly made ${n} qx${n}vk`;
    await caller.create(name);
    const begin = performance.now();
    while ((await caller.search(name)) === 0)
      if (performance.now() - begin > 10_000) throw new Error("What was created is not found.");
    times.push(performance.now() - begin);
  }
  return Math.max(...times);
}

async function sizes(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ name: string; size: string }>(
    `select c.relname as name, pg_size_pretty(pg_relation_size(c.oid)) as size from pg_class c
     where c.relname ~ '^search_(items|words|places)' and c.relkind in ('r', 'i')
       and pg_relation_size(c.oid) > 1000000 order by pg_relation_size(c.oid) desc`,
  );
  const { rows: total } = await client.query<{ size: string }>(
    `select pg_size_pretty(sum(pg_total_relation_size(oid))) as size from pg_class
     where relname in ('search_items', 'search_words', 'search_places')`,
  );
  await client.end();
  return `On disk ${total[0]?.size ?? "?"}: ${rows.map(({ name, size }) => `${name} ${size}`).join(", ")}.`;
}

function report(runs: readonly Run[], fresh: number, size: string, cost: InsertCost): Section {
  const of = (run: Run, share: number) =>
    percentile(
      run.asked.map(({ ms }) => ms),
      share,
    );
  const figures = runs.flatMap((run): Figure[] => [
    amountFigure(`p95, ${run.who}`, of(run, 0.95), target.p95, "ms", 1),
    amountFigure(`p99, ${run.who}`, of(run, 0.99), target.p99, "ms", 1),
    ratioFigure(
      `CPU per search, compared with the plain statement, ${run.who}`,
      run.cpu / run.plain,
      run.cpuTarget,
    ),
  ]);
  const kinds = [...new Set(runs[0]?.asked.map(({ kind }) => kind))];
  const cell = (run: Run, kind: string) => {
    const list = run.asked.filter((each) => each.kind === kind).map(({ ms }) => ms);
    return `${median(list).toFixed(1)} / ${percentile(list, 0.95).toFixed(1)} / ${Math.max(...list).toFixed(1)}`;
  };
  const empty = (run: Run, kind: string) =>
    run.asked.filter((each) => each.kind === kind && each.found === 0).length;
  return {
    title: "Search",
    method: `${QUERIES} mixed searches among ${items.toLocaleString("en")} projects and visits, sequential over HTTP; CPU of the server and PostgreSQL together. The plain statement, behind a minimal Fastify and pg handler that loads the session, finds all words anywhere in the same table with the same trigram index and sorts by title; it neither corrects words nor finds parts of codes.`,
    figures: [
      ...figures,
      amountFigure("Time until a new item is found, slowest of 20", fresh, target.fresh, "ms"),
    ],
    details: [
      table(
        ["query", ...runs.flatMap(({ who }) => [`${who}, ms median / p95 / max`, "without result"])],
        kinds.map((kind) => [kind, ...runs.flatMap((run) => [cell(run, kind), String(empty(run, kind))])]),
      ),
      runs
        .map(
          ({ who, cpu, plain }) =>
            `CPU per search, ${who}: ${cpu.toFixed(2)} ms, plain ${plain.toFixed(2)} ms.`,
        )
        .join(" "),
      size,
      `CPU per inserted visit: ${cost.with.toFixed(3)} ms with search triggers and indexes, ${cost.without.toFixed(3)} ms without (${(cost.with / cost.without).toFixed(1)} ×) in batches of a thousand; individually ${cost.singleWith.toFixed(2)} ms and ${cost.singleWithout.toFixed(2)} ms (${(cost.singleWith / cost.singleWithout).toFixed(1)} ×).`,
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(renderSection(await runSearchBench()));
