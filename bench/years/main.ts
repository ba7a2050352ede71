import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { connectionOf } from "../api/seed.ts";
import { residentMegabytes } from "../lib/process-tree.ts";
import { amountFigure, type Figure, ratioFigure, type Section, table } from "../lib/report.ts";
import { median, percentile } from "../lib/stats.ts";
import { type Copies, copiesFigures, copiesMethod, copiesTable, measureCopies, settings } from "./backup.ts";
import { type CallKind, jobs } from "./calls.ts";
import { type Explained, explainedTable, explainStatements, logPlans } from "./explain.ts";
import { runJob } from "./jobs.ts";
import { COUNT, type Measured, measureCalls, targets } from "./measure.ts";
import { type Caller, callers, seed, signInAll } from "./seed.ts";

interface Run {
  readonly scale: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly server: number;
  readonly measured: readonly Measured[];
  readonly explained: readonly Explained[];
  readonly jobs: ReadonlyMap<string, number>;
  /** Undefined where the disk has no room for a copy. */
  readonly copies: Copies | undefined;
}

/**
 * Ten years of a large customer, by a generator, at a tenth of the scale and at the scale: every list, page, search and
 * job, for a super admin, the owner of many projects and a member of five; then a backup and its restore. The calls of a
 * user are measured at both scales in turns: a machine may be half as fast an hour later. With `folder`, data that was
 * generated there before is used; it is deleted at the end.
 */
export async function runYearsBench({
  scale = 0.1,
  folder,
}: {
  scale?: number;
  folder?: string | undefined;
}): Promise<Section> {
  const small = await openAt(scale / 10, folder);
  try {
    const large = await openAt(scale, folder);
    try {
      for (const caller of callers) for (const one of [small, large]) await one.call(caller);
      const former = await small.finish();
      return report(former, await large.finish({ isExplained: true }));
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
}

/** Written once the data is whole, and removed before it is changed: an interrupted run may have left it in the folder. */
const WHOLE = "generated.json";

/** A server with generated data, running until it is closed. */
async function openAt(scale: number, folder?: string) {
  const place =
    folder === undefined ? await mkdtemp(join(tmpdir(), "sitewalk-bench-")) : join(folder, String(scale));
  await mkdir(place, { recursive: true });
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(place, 0o755);
  const dataDir = join(place, "data");
  const start = async () => startServer(await freePort(), { DATA_DIR: dataDir, ...settings });
  const found = await readFile(join(place, WHOLE), "utf8").catch(() => undefined);
  if (found === undefined) await rm(dataDir, { recursive: true, force: true });
  let server = await start();
  const discard = () => rm(place, { recursive: true, force: true });
  /** Where it was interrupted, data in a folder given by the user is used by the next run. */
  const close = async () => {
    await stopGently(server.child);
    if (folder === undefined) await discard();
  };
  const measured: Measured[] = [];
  try {
    let connection = await connectionOf(dataDir);
    const seconds =
      found === undefined
        ? await generate(connection, scale)
        : (JSON.parse(found) as { seconds: number }).seconds;
    await writeFile(join(place, WHOLE), JSON.stringify({ seconds }));
    const seeded = await signInAll(connection, scale);
    return {
      close,
      async call(caller: Caller) {
        measured.push(...(await measureCalls(server.origin, seeded, caller)));
      },
      /** Ends with the data deleted: the disk may have room for a copy of the other server's data only without it. */
      async finish({ isExplained = false } = {}): Promise<Run> {
        // From here on settings and data change: another run generates them anew.
        await rm(join(place, WHOLE), { force: true });
        const memory = residentMegabytes(server.child.pid ?? 0);
        const explained: Explained[] = [];
        if (isExplained) {
          await logPlans(connection, true);
          await stopGently(server.child);
          server = await start();
          connection = await connectionOf(dataDir);
          explained.push(...(await explainStatements(server.origin, seeded, { connection, dataDir })));
          await logPlans(connection, false);
        }
        const took = new Map<string, number>();
        for (const job of jobs) took.set(job.label ?? job.name, await runJob(connection, job));
        const megabytes = await sizeOf(connection);
        const places = { dataDir, backups: join(place, "backups"), restored: join(place, "restored") };
        const copies = await measureCopies(server, seeded, places);
        await close();
        await discard();
        return { scale, seconds, megabytes, server: memory, measured, explained, jobs: took, copies };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function generate(connection: pg.ClientConfig, scale: number): Promise<number> {
  const begin = performance.now();
  await seed(connection, scale);
  const seconds = (performance.now() - begin) / 1000;
  console.error(`years: ${scale} generated in ${seconds.toFixed(0)} s`);
  return seconds;
}

async function sizeOf(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ megabytes: number }>(
      "select (pg_database_size(current_database()) / 1048576)::int as megabytes",
    );
    return rows[0]?.megabytes ?? 0;
  } finally {
    await client.end();
  }
}

const explainedText =
  "The most expensive statements at this scale: before, with `explain (analyze, buffers)` in a transaction that drops the indexes added since and is rolled back, the better of two; after, all statements on the same tables that the call sends, by `auto_explain`, the best of four calls of a super admin. Pages of 8 KB.";

const p95 = ({ times }: Measured) => percentile(times, 0.95);
const keyOf = ({ caller, name }: Measured) => `${caller}: ${name}`;

function report(small: Run, large: Run): Section {
  const before = new Map(small.measured.map((each) => [keyOf(each), median(each.times)]));
  const growth = (each: Measured) => median(each.times) / (before.get(keyOf(each)) ?? Number.NaN);
  const slowestOf = (kind: CallKind): Figure[] => {
    const own = large.measured.filter((each) => each.kind === kind).toSorted((a, b) => p95(b) - p95(a));
    const [first] = own;
    if (first === undefined) return [];
    const within = own.filter((each) => p95(each) <= targets[kind]).length;
    return [
      amountFigure(`Slowest ${kind}, p95 (${keyOf(first)})`, p95(first), targets[kind], "ms", 0),
      {
        what: `Calls of the kind ${kind} within ${targets[kind]} ms, p95`,
        target: "all",
        measured: `${within} of ${own.length}`,
        isMet: within === own.length,
      },
    ];
  };
  const longest = [...large.jobs].toSorted(([, a], [, b]) => b - a)[0];
  const cell = ({ times }: Measured) => `${median(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
  const names = [...new Set(large.measured.map(({ name }) => name))];
  const of = (name: string, caller: Caller) =>
    large.measured.find((each) => each.name === name && each.caller === caller);
  const copied = [small, large].flatMap(({ scale, copies }) =>
    copies === undefined ? [] : [{ scale, copies }],
  );
  const withoutRoom = [small, large].filter(({ copies }) => copies === undefined);
  return {
    title: "Ten years",
    method: `Ten years of a large customer by a generator, at ${large.scale} of 5,000 projects, 300,000 visits, 3,000,000 rooms, 2,000,000 snags with history, 50,000,000 lines of activity and views, and 10,000 people; ${COUNT} sequential HTTP calls each, by a super admin, by the owner of a fifth of all projects and by a member of five. Growth compares the medians with those at a tenth of the rows, measured in turns. ${copiesMethod}`,
    figures: [
      ...(["page", "log search", "file"] as const).flatMap(slowestOf),
      ratioFigure("Growth, median of all calls", median(large.measured.map(growth)), 1.3),
      ...(longest === undefined
        ? []
        : [amountFigure(`Longest job (${longest[0]})`, longest[1], 300, "s", 1)]),
      ...(small.copies === undefined || large.copies === undefined
        ? []
        : copiesFigures(small.copies, large.copies)),
    ],
    details: [
      table(
        ["call", ...callers.map((caller) => `${caller}, ms median / p95 (growth)`)],
        names.map((name) => [
          name,
          ...callers.map((caller) => {
            const found = of(name, caller);
            return found === undefined ? "" : `${cell(found)} (${growth(found).toFixed(1)} ×)`;
          }),
        ]),
      ),
      explainedText,
      explainedTable(large.explained),
      table(
        ["job", `s at ${small.scale}`, `s at ${large.scale}`],
        [...large.jobs].map(([name, took]) => [
          name,
          (small.jobs.get(name) ?? 0).toFixed(1),
          took.toFixed(1),
        ]),
      ),
      `Database ${large.megabytes} MB (${small.megabytes} MB at ${small.scale}), generated in ${large.seconds.toFixed(0)} s; server ${large.server.toFixed(0)} MB afterwards.`,
      ...(copied.length === 0 ? [] : [copiesTable(copied)]),
      ...withoutRoom.map(({ scale: share }) => `The disk had no room for a backup at ${share}.`),
    ],
  };
}
