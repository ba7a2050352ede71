import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "#contract/index.ts";
import type { TestClient } from "../client.ts";
import { type Installation, startInstallation } from "../multi-node/installation.ts";
import { listen } from "../multi-node/listener.ts";
import { type Load, newcomer, signIn, startLoad } from "../multi-node/load.ts";
import { panorama } from "../pictures.ts";
import { PartsClient } from "../tus.ts";
import type { Drill, FaultLine } from "./faults.ts";
import { killHard, postmasterOf } from "./server-process.ts";

type Say = (line: string) => void;

interface Site {
  readonly installation: Installation;
  readonly owner: TestClient;
  readonly id_project: number;
  readonly say: Say;
}

/** Calls per minute and address for the test of the limiter: the contract's own number for this route. */
const counted = { path: "/api/user", limit: api["GET /api/user"].perMinute };

/**
 * Two web nodes and two workers, on one database and one object store, behind a proxy: restarted in turn under load,
 * killed, left without their database; and what must be consistent across nodes: limits, events, an upload, the
 * assignment of a job.
 */
export const runMultiNodeDrill: Drill = async ({ kills, say }) => {
  const installation = await startInstallation();
  try {
    const owner = await signIn(installation.proxy.origin);
    const { id: id_project } = await owner.call("POST /api/projects", { body: { name: "Chaos" } });
    const site = { installation, owner, id_project, say };
    const rounds = Math.max(1, Math.min(kills, 5));
    const lines: FaultLine[] = [];
    for (const fault of [
      () => rollingRestarts(site, rounds),
      () => killedWebs(site, rounds),
      () => killedWorkers(site, Math.min(rounds, 3)),
      () => killedDatabase(site, rounds),
      () => oneUploadAtTwoNodes(site, rounds * 2),
      () => limitsTogether(site),
      () => eventsToTheOther(site),
      () => scheduledOnce(site),
    ]) {
      const line = await fault();
      say(
        `${line.fault}: ${line.acknowledged}, lost ${line.lost}, ${JSON.stringify(line.wrong)} ${line.seen ?? ""}`,
      );
      lines.push(line);
    }
    return lines;
  } finally {
    await installation.stop();
  }
};

/** The visits whose creation was acknowledged and that are lost. */
async function lostOf({ installation }: Site, { acknowledged }: Load): Promise<number> {
  const { rows } = await installation.database.query<{ id: number }>(
    "select id from visits where id = any($1::bigint[])",
    [acknowledged],
  );
  return acknowledged.length - rows.length;
}

/** Milliseconds from each fault to the first response after it. */
const pausesAfter = (answers: readonly number[], faults: readonly number[]): number[] =>
  faults.map((fault) => Math.round((answers.find((at) => at > fault) ?? Number.POSITIVE_INFINITY) - fault));

async function untilAllReady({ installation: { proxy, webs } }: Site): Promise<void> {
  for (let waited = 0; proxy.ready().length < webs.length; waited += 50) {
    if (waited > 30_000) throw new Error("A node that was started again does not become ready.");
    await sleep(50);
  }
}

async function rollingRestarts(site: Site, rounds: number): Promise<FaultLine> {
  const { installation, owner, id_project, say } = site;
  const load = await startLoad(owner, installation.proxy.origin, id_project);
  await sleep(1_000);
  const backMs: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const at of installation.webs.keys()) {
      const begin = performance.now();
      await installation.restartWeb(at);
      await untilAllReady(site);
      backMs.push(Math.round(performance.now() - begin));
      say(`rolling restart ${round + 1}/${rounds}: node ${at + 1} in ${backMs.at(-1)} ms`);
    }
  await sleep(500);
  const done = await load.end();
  for (const line of done.failed.slice(0, 5)) say(`  failed: ${line}`);
  return {
    fault: "both web nodes restarted in turn (SIGTERM) under load",
    times: backMs.length,
    acknowledged: `${done.acknowledged.length} visits, ${done.answered} responses`,
    lost: await lostOf(site, done),
    wrong: { "failed requests": done.failed.length },
    backMs,
  };
}

async function killedWebs(site: Site, rounds: number): Promise<FaultLine> {
  const { installation, owner, id_project, say } = site;
  const load = await startLoad(owner, installation.proxy.origin, id_project);
  await sleep(1_000);
  const faults: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const at = round % installation.webs.length;
    const victim = installation.webs[at];
    if (victim === undefined) continue;
    faults.push(performance.now());
    await killHard(victim.child);
    await sleep(1_500);
    await installation.startWeb(at);
    await untilAllReady(site);
    say(`kill -9 ${round + 1}/${rounds}: node ${at + 1}`);
  }
  const done = await load.end();
  return {
    fault: "kill -9 of a web node under load, the other one continues",
    times: faults.length,
    acknowledged: `${done.acknowledged.length} visits`,
    lost: await lostOf(site, done),
    wrong: {},
    backMs: pausesAfter(done.goodAt, faults),
    seen: `${done.failed.length} of ${done.answered + done.failed.length} calls were on the killed nodes and failed`,
  };
}

async function killedWorkers(site: Site, rounds: number): Promise<FaultLine> {
  const { installation, owner, id_project, say } = site;
  const visit_date = "2026-03-01T08:00:00Z";
  const { id: id_visit } = await owner.call("POST /api/visits", {
    body: { id_project, name: "Pictures", visit_date },
  });
  const backMs: number[] = [];
  const rooms = new Set<number>();
  for (let round = 0; round < rounds; round += 1) {
    const bytes = await panorama({ seed: 100 + round });
    const made = await owner.upload(
      "POST /api/rooms",
      { id_visit: String(id_visit) },
      { file: { name: `hall-${round}.jpg`, bytes } },
    );
    if (made.status !== 201) continue;
    rooms.add((made.body as { data: { id: number } }).data.id);
    const at = await workerAtWork(site);
    const victim = at === undefined ? undefined : installation.workers[at];
    const begin = performance.now();
    if (at !== undefined && victim !== undefined) await killHard(victim.child);
    while ((await readyOf(owner, id_visit)).size < rooms.size && performance.now() - begin < 60_000)
      await sleep(100);
    if (at !== undefined) {
      backMs.push(Math.round(performance.now() - begin));
      await installation.startWorker(at);
    }
    say(
      `kill -9 of worker ${at === undefined ? "none" : at + 1}: its picture was ready ${backMs.at(-1)} ms later`,
    );
  }
  const ready = await readyOf(owner, id_visit);
  return {
    fault: "kill -9 of the worker that processes a photo; the other one processes it",
    times: backMs.length,
    acknowledged: `${rooms.size} photos`,
    lost: [...rooms].filter((room) => !ready.has(room)).length,
    wrong: { "later than 45 s": backMs.filter((ms) => ms > 45_000).length },
    backMs,
  };
}

/** Which of the two runs the job of a picture; undefined when it was done before it could be observed. */
async function workerAtWork({ installation }: Site): Promise<number | undefined> {
  for (let waited = 0; waited < 5_000; waited += 10) {
    const busy = await Promise.all(installation.workers.map(({ child }) => childrenOf(child.pid ?? 0)));
    const at = busy.findIndex((count) => count > 0);
    if (at >= 0) return at;
    await sleep(10);
  }
  return undefined;
}

/** Pictures are processed by children of a worker, started on demand. */
async function childrenOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.trim() === "" ? 0 : text.trim().split(" ").length;
}

async function readyOf(owner: TestClient, id: number): Promise<Set<number>> {
  const { rooms } = await owner.call("GET /api/visits/{id}", { params: { id } });
  return new Set(rooms.flatMap((room) => (room.picture.state === "ready" ? [room.id] : [])));
}

async function killedDatabase(site: Site, rounds: number): Promise<FaultLine> {
  const { installation, owner, id_project, say } = site;
  const processes = installation.webs.map(({ child }) => child.pid);
  const load = await startLoad(owner, installation.proxy.origin, id_project);
  await sleep(1_000);
  const faults: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    faults.push(performance.now());
    process.kill(await postmasterOf(installation.folder), "SIGKILL");
    await sleep(4_000);
    say(`kill -9 of the database ${round + 1}/${rounds}`);
  }
  await untilAllReady(site);
  const done = await load.end();
  const died = installation.webs.filter(
    ({ child }, at) => child.exitCode !== null || child.pid !== processes[at],
  );
  return {
    fault: "kill -9 of the database under two web nodes",
    times: faults.length,
    acknowledged: `${done.acknowledged.length} visits`,
    lost: await lostOf(site, done),
    wrong: { "nodes that ended": died.length },
    // A backend may outlive its server for an instant: a write a moment later proves the recovery.
    backMs: pausesAfter(
      done.writtenAt,
      faults.map((at) => at + 100),
    ),
    seen: `${done.failed.length} of ${done.answered} calls refused meanwhile`,
  };
}

/** The same part of the same upload sent to both nodes at once: one writes, and the stored file equals the sent one. */
async function oneUploadAtTwoNodes(
  { installation, owner, id_project }: Site,
  rounds: number,
): Promise<FaultLine> {
  const { webs, proxy, database } = installation;
  const { id: id_visit } = await owner.call("POST /api/visits", {
    body: { id_project, name: "Twice", visit_date: "2026-03-01T08:00:00Z" },
  });
  const [one, two] = await Promise.all(
    webs.slice(0, 2).map(async ({ origin }) => new PartsClient(await newcomer(owner, origin), origin)),
  );
  if (one === undefined || two === undefined) throw new Error("Two nodes are needed.");
  const through = new PartsClient(owner, proxy.origin);
  let both = 0;
  let mixed = 0;
  const kept: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bytes = await panorama({ seed: 200 + round });
    const id = await through.begun(id_visit, bytes.length);
    const answers = await Promise.all([one.part(id, 0, bytes), two.part(id, 0, bytes)]);
    if (answers.every(({ status }) => status === 204)) both += 1;
    // An interrupted sender resumes at the offset that the server reports.
    for (let at = await through.offset(id); at < bytes.length; at = await through.offset(id))
      await through.part(id, at, bytes.subarray(at));
    await through.finish(id, id_visit);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { rows } = await database.query("select 1 from rooms where id_visit = $1 and picture_sha256 = $2", [
      id_visit,
      sha256,
    ]);
    if (rows.length === 1) kept.push(sha256);
    else mixed += 1;
  }
  return {
    fault: "the same part of an upload sent to both nodes at once",
    times: rounds,
    acknowledged: `${rounds} uploads`,
    lost: rounds - kept.length,
    wrong: { "parts accepted by both": both, "mixed files": mixed },
    backMs: [],
  };
}

async function limitsTogether({ installation: { webs } }: Site): Promise<FaultLine> {
  // Within one minute, and with the time to send all of it.
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 30_000) await sleep(left + 500);
  let through = 0;
  let refused = 0;
  const call = async (origin: string) => {
    const headers = { "x-forwarded-for": "203.0.113.77" };
    const { status } = await fetch(`${origin}${counted.path}`, { headers });
    if (status === 429) refused += 1;
    else through += 1;
  };
  for (let round = 0; round < 20; round += 1)
    await Promise.all(webs.flatMap(({ origin }) => Array.from({ length: 50 }, () => call(origin))));
  const share = through / counted.limit;
  return {
    fault: `${through + refused} calls from one address to both nodes within a minute, limit ${counted.limit}`,
    times: 1,
    acknowledged: `${through} accepted`,
    lost: 0,
    wrong: { "sums above 1.05 or below 0.95 of the limit": share > 1.05 || share < 0.95 ? 1 : 0 },
    backMs: [],
    seen: `${share.toFixed(3)} of the limit`,
  };
}

async function eventsToTheOther({ installation: { webs }, owner, id_project }: Site): Promise<FaultLine> {
  const [here, there] = webs;
  if (here === undefined || there === undefined) throw new Error("Two nodes are needed.");
  const writer = await newcomer(owner, here.origin);
  const listener = await listen(await newcomer(owner, there.origin), there.origin, id_project);
  const sent = new Map<number, { readonly begin: number; readonly answered: number }>();
  for (let n = 0; n < 300; n += 1) {
    const begin = performance.now();
    const { id } = await writer.call("POST /api/visits", {
      body: { id_project, name: `Told ${n}`, visit_date: "2026-03-01T08:00:00Z" },
    });
    sent.set(id, { begin, answered: performance.now() });
    await sleep(10);
  }
  for (let waited = 0; listener.heard.size < sent.size && waited < 5_000; waited += 50) await sleep(50);
  listener.close();
  const heard = [...sent].flatMap(([id, { begin, answered }]) => {
    const at = listener.heard.get(id);
    return at === undefined ? [] : [{ sinceSent: at - begin, sinceAnswer: Math.max(0, at - answered) }];
  });
  const spread = (times: readonly number[]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
  };
  return {
    fault: "a visit created on one node, received on a socket of the other",
    times: sent.size,
    acknowledged: `${sent.size} visits`,
    lost: sent.size - heard.length,
    wrong: {},
    backMs: [],
    seen: `after the response ${spread(heard.map(({ sinceAnswer }) => sinceAnswer))}; after sending the call ${spread(heard.map(({ sinceSent }) => sinceSent))}`,
  };
}

/**
 * A scheduled job runs once for each minute it names, however many workers there are: also for one that they were late
 * for.
 */
async function scheduledOnce({ installation: { database } }: Site): Promise<FaultLine> {
  const { rows } = await database.query<{ named: number; done: number }>(
    `select count(distinct data->>'slot') filter (where name = '__pgboss__send-it')::int as named,
       count(*) filter (where name = 'cctv.stills')::int as done
     from pgboss.job
     where created_on > now() - interval '1 hour'
       and (name = 'cctv.stills' or (name = '__pgboss__send-it' and data->>'name' = 'cctv.stills'))`,
  );
  const [{ named, done } = { named: 0, done: 0 }] = rows;
  return {
    fault: "two workers with a job scheduled every minute",
    times: named,
    acknowledged: `${named} minutes`,
    lost: Math.max(0, named - done),
    wrong: { "that ran twice": Math.max(0, done - named) },
    backMs: [],
  };
}
