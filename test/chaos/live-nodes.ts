import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Recording } from "#contract/live.ts";
import type { TestClient } from "../client.ts";
import { eventually } from "../live/engine.ts";
import { decode, type Push, push } from "../live/push.ts";
import { type Installation, startInstallation } from "../multi-node/installation.ts";
import { signIn } from "../multi-node/load.ts";
import type { Drill, FaultLine } from "./faults.ts";
import { freePort, killHard } from "./server-process.ts";

interface Site {
  readonly installation: Installation;
  readonly livePorts: readonly number[];
  readonly clients: TestClient[];
  readonly channel: { readonly id: number; readonly code: string; readonly key: string };
}

/**
 * Two nodes with an ingest port each, and an encoder that switches to the other one whenever it is disconnected. The
 * machine of the node that carries the broadcast, its server and its media process, is killed without warning and
 * returns a while later. Measures the time until a viewer at the other node has pictures again; every second of a
 * recording that a list had named must be in its video in the end.
 */
export const runLiveNodesDrill: Drill = async ({ kills, random, say }) => {
  const livePorts = [await freePort(), await freePort()];
  const installation = await startInstallation({
    workers: 0,
    environment: { LIVE_FREE_MB: "0" },
    webEnvironment: (at) => ({ LIVE_PORT: String(livePorts[at] ?? 0) }),
  });
  const over = new AbortController();
  const encoder = { at: 0, sender: undefined as Push | undefined };
  try {
    const site = await prepare(installation, livePorts);
    const sends = (async () => {
      for (let at = 0; !over.signal.aborted; at = 1 - at) {
        encoder.at = at;
        encoder.sender = push(`rtmp://127.0.0.1:${livePorts[at]}/live/${site.channel.key}`, { seconds: 900 });
        await encoder.sender.ended;
        await sleep(100);
      }
    })();
    const told = new Map<number, number>();
    const backMs: number[] = [];
    const rounds = Math.max(1, Math.min(kills, 6));
    for (let round = 1; round <= rounds; round += 1) {
      await eventually(() => isRecorded(site, 1 - encoder.at, told), 60_000);
      await sleep(1000 + random() * 6000);
      const victim = encoder.at;
      await isRecorded(site, 1 - victim, told);
      const begin = performance.now();
      await killMachine(installation, victim);
      await eventually(() => isWatched(site, 1 - victim), 60_000);
      backMs.push(Math.round(performance.now() - begin));
      say(
        `kill ${round}/${rounds} of the node that carries: pictures at the other after ${backMs.at(-1)} ms`,
      );
      await installation.startWeb(victim);
      site.clients[victim] = await signIn(installation.webs[victim]?.origin ?? "");
    }
    const lost = await loseMachine(site, encoder, told);
    say(`a machine was lost for ever: ${lost.seen ?? ""}`);
    over.abort();
    await site.clients[0]?.call("PUT /api/live-streaming/{id}/stop", { params: { id: site.channel.id } });
    await encoder.sender?.kill();
    await sends;
    return [await judge(site, told, backMs), lost];
  } finally {
    over.abort();
    await encoder.sender?.kill();
    await installation.stop();
  }
};

async function prepare(installation: Installation, livePorts: readonly number[]): Promise<Site> {
  const clients = await Promise.all(installation.webs.map(({ origin }) => signIn(origin)));
  const [client] = clients;
  if (client === undefined) throw new Error("A node is needed.");
  const project = await client.call("POST /api/projects", { body: { name: "Chaos" } });
  const { id, code, stream_key } = await client.call("POST /api/live-streaming", {
    body: { id_project: project.id, name: "Crane", record: 1 },
  });
  await client.call("PUT /api/live-streaming/{id}/start", { params: { id } });
  return { installation, livePorts, clients, channel: { id, code, key: stream_key } };
}

/** The server and its media process at once, as in a power failure. */
async function killMachine({ webs }: Installation, at: number): Promise<void> {
  const child = webs[at]?.child;
  if (child?.pid === undefined) return;
  const list = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").catch(() => "");
  for (const pid of list.trim().split(" ").filter(Boolean)) process.kill(Number(pid), "SIGKILL");
  await killHard(child);
}

async function listed({ clients, channel }: Site, at: number, told: Map<number, number>) {
  const reply = await clients[at]?.call("GET /api/live-streaming/{id}/recordings", {
    params: { id: channel.id },
    query: { per_page: 100 },
  });
  const items = reply?.items ?? [];
  for (const { id, seconds } of items) told.set(id, Math.max(seconds, told.get(id) ?? 0));
  return items;
}

async function isRecorded(site: Site, at: number, told: Map<number, number>): Promise<void> {
  const items = await listed(site, at, told);
  if (!items.some((each) => each.is_open && each.seconds > 0)) throw new Error("nothing is recorded");
}

/** Like a page: requests its URL anew, then the playlist, which must contain segments. */
async function isWatched({ installation, clients, channel }: Site, at: number): Promise<void> {
  const player = await clients[at]?.call("GET /api/live-streaming/playback-urls", {
    query: { medialive_channel_id: channel.code },
  });
  const base = player?.playback?.calm.replace("calm.m3u8", "parts.m3u8");
  if (player?.state !== "live" || base === undefined) throw new Error("nothing to see");
  const reply = await fetch(new URL(base, installation.webs[at]?.origin));
  if (!reply.ok || !(await reply.text()).includes("#EXT-X-PART:")) throw new Error("no pictures");
}

/**
 * Ends a machine permanently, including its disk; only the stored part of its recording remains. Removes it from
 * `told`.
 */
async function loseMachine(
  site: Site,
  encoder: { readonly at: number },
  told: Map<number, number>,
): Promise<FaultLine> {
  const { installation } = site;
  const open = () => isRecorded(site, 1 - encoder.at, told);
  await eventually(open, 60_000);
  await sleep(15_000);
  await open();
  const victim = encoder.at;
  const [lost] = (await listed(site, 1 - victim, told)).filter((each) => each.is_open);
  if (lost === undefined) throw new Error("nothing is recorded");
  const folder = join(installation.folder, `web-${victim + 1}`);
  const place = await readFile(join(folder, "live/.place"), "utf8");
  const begin = performance.now();
  await killMachine(installation, victim);
  await rm(folder, { recursive: true, force: true });
  await eventually(() => isWatched(site, 1 - victim), 60_000);
  // A recording ends once its node is missed, and counts as lost a quarter of an hour later: here, at once.
  const age = async () => {
    await installation.database.query(
      "update live_places set seen_at = now() - interval '1 hour' where place = $1",
      [place],
    );
    await installation.database.query(
      "update live_recordings set ended_at = now() - interval '1 hour' where id = $1 and ended_at is not null",
      [lost.id],
    );
    const found = (await listed(site, 1 - victim, new Map())).find(({ id }) => id === lost.id);
    if (found?.url == null) throw new Error("it has no film yet");
    return found;
  };
  const film = await eventually(age, 90_000).catch(() => undefined);
  const took = Math.round(performance.now() - begin);
  const file = join(installation.folder, "film.mp4");
  const seconds = (await picturesOf(film, site, file, 1 - victim)) / 25;
  await rm(file, { force: true });
  told.delete(lost.id);
  await installation.startWeb(victim);
  site.clients[victim] = await signIn(installation.webs[victim]?.origin ?? "");
  return {
    fault: "the machine that carries a broadcast is lost with its disk",
    times: 1,
    acknowledged: "1 recording",
    lost: seconds > 0 ? 0 : 1,
    wrong: {},
    // Without the quarter of an hour for which the machine is awaited.
    backMs: [took],
    seen: `${seconds.toFixed(1)} s of it were in the store, ${lost.seconds.toFixed(1)} s had been reported`,
  };
}

async function judge(site: Site, told: Map<number, number>, backMs: number[]): Promise<FaultLine> {
  await eventually(async () => {
    if ((await listed(site, 0, told)).some((each) => each.is_open || each.url === null))
      throw new Error("a recording has no film yet");
  }, 90_000).catch(() => undefined);
  const films = new Map((await listed(site, 0, told)).map((each) => [each.id, each]));
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-films-"));
  let [lost, broken] = [0, 0];
  for (const [id, seconds] of told) {
    const frames = await picturesOf(films.get(id), site, join(folder, "film.mp4"));
    if (frames === 0) broken += 1;
    lost += Math.max(0, seconds - frames / 25 - 0.05);
  }
  await rm(folder, { recursive: true, force: true });
  return {
    fault:
      "kill -9 of server and media process of the node that carries a broadcast; its sender moves to the other",
    times: backMs.length,
    acknowledged: `${told.size} recordings, ${Math.round([...told.values()].reduce((sum, each) => sum + each, 0))} s`,
    lost: Math.round(lost * 100) / 100,
    wrong: { "missing, open or unplayable": broken },
    backMs,
  };
}

/** Number of frames in its video; none where it has no playable one. */
async function picturesOf(
  recording: Recording | undefined,
  site: Site,
  file: string,
  at = 1,
): Promise<number> {
  if (recording === undefined || recording.is_open || recording.url === null) return 0;
  const reply = await fetch(new URL(recording.url, site.installation.webs[at]?.origin));
  if (!reply.ok) return 0;
  await writeFile(file, Buffer.from(await reply.arrayBuffer()));
  return decode(file).then(
    ({ frames }) => frames.length,
    () => 0,
  );
}
