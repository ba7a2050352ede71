import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, postmasterOf, startServer, stopGently } from "#test/chaos/server-process.ts";
import { cpuOfTrees, residentMegabytes } from "../lib/process-tree.ts";
import { type Figure, ratioFigure, renderSection, type Section, table } from "../lib/report.ts";
import { median, percentile, spread } from "../lib/stats.ts";
import { type Call, repeat, send } from "./load.ts";
import { clean, connectionOf, type Seeded, SIZE, seed } from "./seed.ts";
import { startYardstick } from "./start-yardstick.ts";

/** One of the two servers that answer the same calls. */
interface Rival {
  readonly origin: string;
  readonly pid: number;
}

interface Case {
  readonly name: string;
  readonly call: Call;
  /** Path of the yardstick's counterpart, where it differs. */
  readonly counterpart?: string;
  readonly count: number;
  /** Upper limit for the CPU per call, in multiples of the yardstick. */
  readonly target?: number;
}

/** Cost of a call to one of the two servers in one round. */
interface Cost {
  /** CPU milliseconds per call. */
  readonly cpu: number;
  /** Calls a second, with all connections busy. */
  readonly perSecond: number;
}

interface Round {
  readonly product: Cost;
  readonly yardstick: Cost;
}

const ROUNDS = 4;
const warmUp = 800;

/**
 * CPU per call of the running product, PostgreSQL included, against a bare handler on the same database. Both answer
 * in turns within each round, so that a busy machine slows both alike.
 */
export async function runApiBench(): Promise<Section> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  // Open, as a data folder usually is: in a closed one the database's socket has a name known only to its own process.
  await chmod(dataDir, 0o755);
  const environment = { DATA_DIR: dataDir, DEMO: "off", LOG_LEVEL: "silent", ...admin };
  const server = await startServer(await freePort(), environment);
  let bare: ChildProcess | undefined;
  try {
    const connection = await connectionOf(dataDir);
    const seeded = await seed(connection);
    const { child, origin } = await startYardstick(connection);
    bare = child;
    const product = { origin: server.origin, pid: server.child.pid ?? 0 };
    const yardstick = { origin, pid: bare.pid ?? 0 };
    const postmaster = await postmasterOf(dataDir);
    const cases = await callsOf(product, seeded);
    const rounds = await measureCpu(cases, product, yardstick, postmaster);
    await clean(connection);
    const latency = await measureLatency(product, yardstick, seeded);
    const busy = residentMegabytes(product.pid);
    return report(cases, rounds, latency, { busy, yardstick: residentMegabytes(yardstick.pid) });
  } finally {
    bare?.kill();
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

const admin = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "correct horse battery" };
async function callsOf(product: Rival, { member, founder, visitId }: Seeded): Promise<Case[]> {
  const cookie = `sitewalk_session=${member}`;
  const get = (path: string, headers = {}): Call => ({
    method: "GET",
    path,
    headers: { cookie, ...headers },
  });
  const browser = { "accept-encoding": "gzip, deflate, br" };
  const post: Call = {
    method: "POST",
    path: "/api/projects",
    headers: {
      "content-type": "application/json",
      ...(await antiForgery(product, `sitewalk_session=${founder}`)),
    },
    // A user cannot own two projects of the same name.
    body: () => JSON.stringify({ name: `Tower ${randomUUID()}` }),
  };
  return [
    { name: "GET /api/user, compared with eight columns", call: get("/api/user"), count: 1000 },
    {
      name: "GET /api/user, compared with all its data",
      call: get("/api/user"),
      counterpart: "/api/user/complete",
      count: 1000,
      target: 1.5,
    },
    { name: "GET /api/projects, 25", call: get("/api/projects?per_page=25"), count: 400, target: 1.6 },
    { name: "GET /api/visits, 25", call: get("/api/visits?per_page=25"), count: 400, target: 1.6 },
    { name: "GET /api/visits/{id}", call: get(`/api/visits/${visitId}`), count: 500, target: 1.5 },
    { name: "POST /api/projects, compared with one insert", call: post, count: 400 },
    {
      name: "POST /api/projects, compared with all its writes",
      call: post,
      counterpart: "/api/projects/complete",
      count: 400,
      target: 1.6,
    },
    {
      name: "GET /api/projects, 25, compressed for a browser",
      call: get("/api/projects?per_page=25", browser),
      count: 400,
    },
  ];
}

/** Headers that a browser sends with a write: the token and the cookie it belongs to. */
async function antiForgery(product: Rival, session: string): Promise<Record<string, string>> {
  const response = await fetch(`${product.origin}/api/csrf-token`, { headers: { cookie: session } });
  const { data } = (await response.json()) as { data: { token: string } };
  const own = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { cookie: [session, ...own].join("; "), "x-csrf-token": data.token };
}

async function measureCpu(
  cases: readonly Case[],
  product: Rival,
  yardstick: Rival,
  postmaster: number,
): Promise<Map<Case, Round[]>> {
  const perCall = async ({ origin, pid }: Rival, call: Call, count: number): Promise<Cost> => {
    await repeat(origin, call, Math.ceil(count / 5));
    const before = cpuOfTrees([pid, postmaster]);
    const begin = performance.now();
    await repeat(origin, call, count);
    const seconds = (performance.now() - begin) / 1000;
    return { cpu: (cpuOfTrees([pid, postmaster]) - before) / count, perSecond: count / seconds };
  };
  // Enough calls for the code to be compiled and the statements to be planned.
  const counterpartOf = ({ call, counterpart = call.path }: Case): Call => ({ ...call, path: counterpart });
  for (const each of cases) {
    await repeat(product.origin, each.call, warmUp);
    await repeat(yardstick.origin, counterpartOf(each), warmUp);
  }
  const rounds = new Map<Case, Round[]>(cases.map((each) => [each, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [each, list] of rounds) {
      list.push({
        product: await perCall(product, each.call, each.count),
        yardstick: await perCall(yardstick, counterpartOf(each), each.count),
      });
    }
  }
  return rounds;
}

interface Latency {
  readonly name: string;
  readonly product: readonly number[];
  /** Only for calls that the yardstick answers, too. */
  readonly yardstick: readonly number[];
}

/** Requests complete lists as a super admin, one after the other. */
async function measureLatency(product: Rival, yardstick: Rival, { superAdmin }: Seeded): Promise<Latency[]> {
  const headers = { cookie: `sitewalk_session=${superAdmin}` };
  const list = (name: string, query: string, isComparable: boolean) => ({
    name,
    call: { method: "GET", path: `/api/projects?per_page=25${query}`, headers } as const,
    isComparable,
    product: [] as number[],
    yardstick: [] as number[],
  });
  const lists = [
    list("latest change first", "", true),
    list("by name, page 100", "&sort=name&page=100", false),
    list("by last visit", "&sort=last_visit", false),
    list("search “Tower 99”", "&search=Tower%2099", false),
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { call, isComparable, ...times } of lists) {
      times.product.push(...(await repeat(product.origin, call, 30, 1)));
      if (isComparable) times.yardstick.push(...(await repeat(yardstick.origin, call, 30, 1)));
    }
  }
  const first = lists[0]?.call;
  const { data } = JSON.parse(first ? await send(product.origin, first) : "{}") as {
    data: { total: number };
  };
  if (data.total < SIZE.projects) throw new Error(`The super admin sees ${data.total} projects only.`);
  return lists;
}

interface Memory {
  readonly busy: number;
  readonly yardstick: number;
}

function report(
  cases: readonly Case[],
  rounds: ReadonlyMap<Case, readonly Round[]>,
  latency: readonly Latency[],
  memory: Memory,
): Section {
  const figures: Figure[] = [];
  const rows = cases.map((each) => {
    const list = rounds.get(each) ?? [];
    const ratios = list.map(({ product, yardstick }) => product.cpu / yardstick.cpu);
    if (each.target !== undefined)
      figures.push(ratioFigure(each.name, median(ratios), each.target, spread(ratios)));
    const middle = (of: (round: Round) => number, digits: number) => median(list.map(of)).toFixed(digits);
    return [
      each.name,
      middle(({ product }) => product.cpu, 2),
      middle(({ yardstick }) => yardstick.cpu, 2),
      `${median(ratios).toFixed(2)} (${spread(ratios)})`,
      middle(({ product }) => product.perSecond, 0),
      middle(({ yardstick }) => yardstick.perSecond, 0),
    ];
  });
  const times = (list: readonly number[]) =>
    list.length === 0 ? "" : `${median(list).toFixed(1)} / ${percentile(list, 0.95).toFixed(1)}`;
  return {
    title: "API calls",
    method: `CPU time of the server's processes and of PostgreSQL per call, compared with a minimal Fastify and pg handler that loads the session, prepares nothing in advance and returns the same data from the same database: ${SIZE.projects.toLocaleString("en")} projects, of which the caller sees 1,000, ${(SIZE.projects * SIZE.visitsPerProject).toLocaleString("en")} visits, ${(SIZE.projects * SIZE.visitsPerProject * SIZE.roomsPerVisit).toLocaleString("en")} rooms. For two calls there are two of them: the user's account alone, and all that the product returns with it (profile, plan, counts) in one statement; one insert of a project, and everything that the product writes with it (unique name, plan usage, log, notification, events) in the fewest statements. Eight keep-alive connections; medians of ${ROUNDS} interleaved rounds, lowest to highest in brackets.`,
    figures,
    details: [
      table(
        ["call", "product, ms CPU", "minimal, ms CPU", "ratio", "product, calls/s", "minimal, calls/s"],
        rows,
      ),
      `Memory afterwards: ${memory.busy.toFixed(0)} MB, the minimal handler ${memory.yardstick.toFixed(0)} MB.`,
      "List of all projects for a super admin, sequential calls, milliseconds:",
      table(
        ["list", "product, median / p95", "minimal, median / p95"],
        latency.map(({ name, product, yardstick }) => [name, times(product), times(yardstick)]),
      ),
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(renderSection(await runApiBench()));
