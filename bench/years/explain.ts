import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { table } from "../lib/report.ts";
import { dayLongAgo } from "./calls.ts";
import { getter } from "./measure.ts";
import type { Seeded } from "./seed.ts";
import { addedIndexes, type Replaced, replacedStatements } from "./statements.ts";

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Plan[];
}

/** Of one statement, or of all that a call sends. */
interface Cost {
  readonly ms: number;
  /** Pages of 8 KB. */
  readonly pages: number;
  /** The scan with the most rows. */
  readonly scan: string;
  readonly rows: number;
}

export interface Explained {
  readonly name: string;
  readonly before: Cost;
  readonly after: Cost;
}

/** Repetitions of a statement, of which the fastest counts; the first ones read from disk. */
const BEFORE = 2;
const CALLS = 4;

/** Settings by which the database writes the plans of all statements to its log. */
const logged: Readonly<Record<string, string>> = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  // Reading the clock at every row would take longer than many a statement.
  "auto_explain.log_timing": "off",
  "auto_explain.log_format": "json",
};

/** Takes effect in sessions that begin afterwards. */
export async function logPlans(connection: pg.ClientConfig, isOn: boolean): Promise<void> {
  await withClient(connection, async (client) => {
    for (const [name, value] of Object.entries(logged))
      await client.query(isOn ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`);
    await client.query("select pg_reload_conf()");
  });
}

/**
 * The most expensive statements, before and after, in one database. Before: with `explain` in a transaction without the
 * added indexes, which is rolled back. After: all statements on the same tables that the call of a super admin sends, by
 * the log of a server that was started after `logPlans`.
 */
export async function explainStatements(
  origin: string,
  seeded: Seeded,
  { connection, dataDir }: { connection: pg.ClientConfig; dataDir: string },
): Promise<Explained[]> {
  const log = join(dataDir, "postgres/postgres.log");
  const get = getter(origin, seeded, "super admin");
  const explained: Explained[] = [];
  for (const replaced of replacedStatements(dayLongAgo())) {
    const after = await costOfCall(() => get(`/api/${replaced.path}`), log, replaced.tables);
    explained.push({ name: replaced.name, before: await costBefore(connection, replaced), after });
  }
  return explained;
}

async function costBefore(connection: pg.ClientConfig, { before }: Replaced): Promise<Cost> {
  return withClient(connection, async (client) => {
    await client.query("load 'auto_explain'");
    await client.query("set auto_explain.log_min_duration = -1");
    await client.query("begin");
    await client.query("set local lock_timeout = '30s'");
    await client.query(`drop index ${addedIndexes.join(", ")}`);
    const costs: Cost[] = [];
    for (let at = 0; at < BEFORE; at += 1) {
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan; "Execution Time": number }] }>(
        `explain (analyze, buffers, timing off, format json) ${before}`,
      );
      const [found] = rows[0]?.["QUERY PLAN"] ?? [];
      if (found !== undefined) costs.push(costOf(found.Plan, found["Execution Time"]));
    }
    await client.query("rollback");
    return fastest(costs);
  });
}

async function costOfCall(call: () => Promise<unknown>, log: string, tables: RegExp): Promise<Cost> {
  const costs: Cost[] = [];
  for (let at = 0; at < CALLS; at += 1) {
    const { size } = await stat(log);
    await call();
    const sent = plansOf((await readFile(log)).toString("utf8", size)).filter(({ text }) =>
      tables.test(text),
    );
    const each = sent.map(({ plan, ms }) => costOf(plan, ms));
    const [largest] = each.toSorted((a, b) => b.rows - a.rows);
    if (largest === undefined) throw new Error(`No plan was logged for ${tables.source}.`);
    const sum = (of: (cost: Cost) => number) => each.reduce((total, one) => total + of(one), 0);
    costs.push({ ...largest, ms: sum(({ ms }) => ms), pages: sum(({ pages }) => pages) });
  }
  return fastest(costs);
}

const fastest = (costs: readonly Cost[]): Cost => {
  const [first] = costs.toSorted((a, b) => a.ms - b.ms);
  if (first === undefined) throw new Error("There is no plan.");
  return first;
};

function costOf(plan: Plan, ms: number): Cost {
  const nodes = (of: Plan): Plan[] => [of, ...(of.Plans ?? []).flatMap(nodes)];
  const rowsOf = (one: Plan) =>
    (one["Actual Rows"] + (one["Rows Removed by Filter"] ?? 0)) * one["Actual Loops"];
  const [largest = plan] = nodes(plan)
    .filter((one) => one["Relation Name"] !== undefined || one["Index Name"] !== undefined)
    .toSorted((a, b) => rowsOf(b) - rowsOf(a));
  const of = largest["Index Name"] ?? largest["Relation Name"] ?? "";
  return {
    ms,
    pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
    scan: `${largest["Node Type"].toLowerCase()}${of === "" ? "" : ` \`${of}\``}`,
    rows: Math.round(rowsOf(largest)),
  };
}

/** Entries of the log begin with a time; the lines of a plan with a tab. */
function plansOf(text: string): { text: string; ms: number; plan: Plan }[] {
  return text.split(/^(?=\d{4}-\d\d-\d\d )/m).flatMap((entry) => {
    const [, ms, json] = /duration: ([\d.]+) ms {2}plan:\s*(\{.*\})/s.exec(entry) ?? [];
    if (ms === undefined || json === undefined) return [];
    const { "Query Text": query, Plan: plan } = JSON.parse(json) as { "Query Text": string; Plan: Plan };
    return [{ text: query, ms: Number(ms), plan }];
  });
}

async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const number = (value: number) => Math.round(value).toLocaleString("en");
const cell = ({ ms, pages }: Cost) => `${ms < 10 ? ms.toFixed(1) : number(ms)} ms, ${number(pages)} pages`;
const scanned = ({ scan, rows }: Cost) => `${scan}, ${number(rows)} rows`;

export const explainedTable = (explained: readonly Explained[]): string =>
  table(
    ["statement", "before", "its largest scan", "after", "its largest scan"],
    explained.map(({ name, before, after }) => [
      name,
      cell(before),
      scanned(before),
      cell(after),
      scanned(after),
    ]),
  );
