import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, postmasterOf, startServer, stopGently } from "#test/chaos/server-process.ts";
import { repeat, send } from "../api/load.ts";
import { connectionOf } from "../api/seed.ts";
import { cpuOfTrees } from "../lib/process-tree.ts";
import { amountFigure, renderSection, type Section, table } from "../lib/report.ts";
import { median, percentile } from "../lib/stats.ts";
import { SIZE, seed } from "./seed.ts";

/** Wall-clock target on an otherwise idle machine; the cost of a call is reported separately from other load. */
const target = 100;
const cpuTarget = 60;
const COUNT = 40;
const warmUp = 10;
const admin = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "correct horse battery" };
const last = SIZE.own / 50;

/** Requests of a user who scrolls, sorts and filters; `finds` guards against measuring an empty answer. */
const questions: readonly { readonly name: string; readonly path: string; readonly finds?: false }[] = [
  { name: "page 1", path: "?page=1" },
  { name: `page ${last} of 50`, path: `?page=${last}&per_page=50` },
  ...["name", "created", "last_visit"].flatMap((sort) => [
    { name: `by ${sort}, page 1`, path: `?sort=${sort}` },
    // Farthest from both ends.
    { name: `by ${sort}, page ${last / 2} of 50`, path: `?sort=${sort}&page=${last / 2}&per_page=50` },
    { name: `by ${sort}, page ${last} of 50`, path: `?sort=${sort}&page=${last}&per_page=50` },
  ]),
  { name: "page 1 of 100", path: "?per_page=100" },
  { name: "status", path: "?status=On_Hold" },
  { name: "inactive", path: "?active=0" },
  { name: "waiting for approval", path: "?validated=0" },
  { name: "starred", path: "?starred=1" },
  { name: "own role", path: "?role=" },
  { name: "type", path: "?id_type=5" },
  { name: "category", path: "?id_category=5&sort=name" },
  { name: "search, matches all", path: "?search=building&sort=name" },
  { name: "search, matches an eighth", path: "?search=tower" },
  { name: "search, two words", path: "?search=plot%2042%20villa" },
  { name: "search, Arabic", path: `?search=${encodeURIComponent("بُرج")}` },
  { name: "search, matches none", path: "?search=zeppelin", finds: false },
  {
    name: "all filters at once",
    path: "?search=plot&status=Design&active=1&validated=1&id_category=3&sort=last_visit",
  },
];

interface Measured {
  readonly name: string;
  readonly who: string;
  readonly times: readonly number[];
  /** Milliseconds per call, of the server and of PostgreSQL together. */
  readonly cpu: number;
}

/** Scrolls, sorts, filters and searches a list of 10,000 projects, one call after the other through HTTP. */
export async function runProjectsBench(): Promise<Section> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  await chmod(dataDir, 0o755);
  const environment = { DATA_DIR: dataDir, DEMO: "off", LOG_LEVEL: "silent", ...admin };
  const server = await startServer(await freePort(), environment);
  try {
    const people = await seed(await connectionOf(dataDir));
    const pids = [server.child.pid ?? 0, await postmasterOf(dataDir)];
    const measured: Measured[] = [];
    const health: number[] = [];
    const ask = async (name: string, who: string, session: string, path: string, finds = true) => {
      const call = { method: "GET", path, headers: { cookie: `sitewalk_session=${session}` } } as const;
      const reply = JSON.parse(await send(server.origin, call)) as { data: { items?: unknown[] } };
      const isEmpty = reply.data.items?.length === 0;
      if (isEmpty === finds) throw new Error(`${path} finds ${finds ? "nothing" : "something"}.`);
      await repeat(server.origin, call, warmUp, 1);
      health.push(...(await repeat(server.origin, { ...call, path: "/api/health" }, 20, 1)));
      const before = cpuOfTrees(pids);
      const times = await repeat(server.origin, call, COUNT, 1);
      measured.push({ name, who, times, cpu: (cpuOfTrees(pids) - before) / COUNT });
    };
    for (const [who, session, role] of [
      ["owner of 10,000", people.member, "owner"],
      ["super admin", people.superAdmin, "manager"],
    ] as const) {
      for (const { name, path, finds } of questions)
        await ask(name, who, session, `/api/projects${path.replace(/role=$/, `role=${role}`)}`, finds);
      await ask("map of all", who, session, "/api/projects/map");
      await ask("map of one status", who, session, "/api/projects/map?status=Completed");
    }
    return report(measured, health);
  } finally {
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

const isMap = ({ name }: Measured) => name.startsWith("map");

function report(measured: readonly Measured[], health: readonly number[]): Section {
  const people = [...new Set(measured.map(({ who }) => who))];
  const worst = (who: string, list: readonly Measured[]) => {
    const own = list.filter((each) => each.who === who);
    const [first] = own.toSorted((a, b) => percentile(b.times, 0.95) - percentile(a.times, 0.95));
    if (first === undefined) throw new Error(`Nothing was measured for ${who}.`);
    return first;
  };
  const lists = measured.filter((each) => !isMap(each));
  const cpuOf = (who: string) => lists.filter((each) => each.who === who).map(({ cpu }) => cpu);
  const figures = people.flatMap((who) => {
    const slowest = worst(who, lists);
    const own = lists.filter((each) => each.who === who).flatMap(({ times }) => times);
    return [
      amountFigure(`Lists, p95, ${who}`, percentile(own, 0.95), target, "ms", 1),
      amountFigure(
        `Slowest list, p95, ${who} (${slowest.name})`,
        percentile(slowest.times, 0.95),
        target,
        "ms",
        1,
      ),
      amountFigure(`Highest CPU per call, ${who}`, Math.max(...cpuOf(who)), cpuTarget, "ms", 1),
    ];
  });
  const base = median(health);
  const cell = (found: Measured | undefined) => {
    const { times, cpu } = found ?? { times: [], cpu: Number.NaN };
    const onClock = `${median(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
    return `${onClock} (${(median(times) / base).toFixed(0)} ×), ${cpu.toFixed(1)}`;
  };
  const names = [...new Set(measured.map(({ name }) => name))];
  return {
    title: "Projects",
    method: `${SIZE.own.toLocaleString("en")} projects of one user and ${SIZE.others.toLocaleString("en")} of others, ${SIZE.visitsPerProject} visits of ${SIZE.roomsPerVisit} rooms each; ${COUNT} sequential HTTP calls each. The ratio compares the median with that of GET /api/health in the same run, ${base.toFixed(1)} ms (p95 ${percentile(health, 0.95).toFixed(1)} ms).`,
    figures,
    details: [
      table(
        ["query", ...people.map((who) => `${who}, ms median / p95 (× health), CPU`)],
        names.map((name) => [
          name,
          ...people.map((who) => cell(measured.find((each) => each.who === who && each.name === name))),
        ]),
      ),
      "The map returns up to 5,000 pins in one response, once when the screen is opened; it has no target.",
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(renderSection(await runProjectsBench()));
