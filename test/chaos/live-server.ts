import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Recording } from "#contract/live.ts";
import { TestClient } from "../client.ts";
import { eventually } from "../live/engine.ts";
import { decode, type Push, push } from "../live/push.ts";
import { admin } from "./common.ts";
import { freePort, killHard, startServer, stopGently } from "./server-process.ts";

export interface LiveServerChaos {
  readonly kills: number;
  readonly recordings: number;
  /** Seconds that a list of recordings had named, and that were missing from the video afterwards. */
  readonly lostSeconds: number;
  /** Recordings that are lost, stayed open, or produced no playable video. */
  readonly broken: number;
  /** From the start of the next server to the first pictures of a sender that keeps reconnecting. */
  readonly backMs: readonly number[];
}

/**
 * Kills the whole server while a channel receives a stream and is recorded. The next one restores the channel by
 * itself, and every recording that was listed before becomes a video of at least the reported length.
 */
export async function runLiveServerChaos(
  kills: number,
  random: () => number,
  say: (line: string) => void,
): Promise<LiveServerChaos> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  const port = await freePort();
  const environment = { ...admin, DATA_DIR: dataDir, DEMO: "off", LIVE_PORT: String(await freePort()) };
  let server = await startServer(port, environment);
  const over = new AbortController();
  let sender: Push | undefined;
  const backMs: number[] = [];
  const told = new Map<number, number>();
  try {
    const client = new TestClient(server.origin);
    await client.call("POST /api/login", {
      body: { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD },
    });
    const project = await client.call("POST /api/projects", { body: { name: "Chaos" } });
    const channel = await client.call("POST /api/live-streaming", {
      body: { id_project: project.id, name: "Crane", record: 1 },
    });
    const params = { id: channel.id };
    await client.call("PUT /api/live-streaming/{id}/start", { params });
    const address = `${channel.ingest?.url ?? ""}/${channel.stream_key}`;
    const sends = (async () => {
      while (!over.signal.aborted) {
        sender = push(address, { seconds: 600 });
        await sender.ended;
        await pause(200);
      }
    })();
    const isLive = async () => {
      const { state } = await client.call("GET /api/live-streaming/{id}", { params });
      if (state !== "live") throw new Error(`the channel is ${state}`);
    };
    const listed = async (): Promise<readonly Recording[]> => {
      const query = { per_page: 100 };
      const { items } = await client.call("GET /api/live-streaming/{id}/recordings", { params, query });
      for (const { id, seconds } of items) told.set(id, Math.max(seconds, told.get(id) ?? 0));
      return items;
    };
    await eventually(isLive, 30_000);
    for (let kill = 1; kill <= kills; kill += 1) {
      await eventually(async () => {
        const items = await listed();
        if (!items.some((each) => each.is_open && each.seconds > 0)) throw new Error("nothing is recorded");
      }, 30_000);
      // Long enough that some are reported a second time.
      await pause(random() * 14_000);
      await listed();
      await killHard(server.child);
      const begin = performance.now();
      server = await startServer(port, environment);
      await eventually(isLive, 60_000);
      backMs.push(Math.round(performance.now() - begin));
      const started = Math.round(server.startMs);
      say(`kill ${kill}/${kills} of the server: up after ${started} ms, pictures after ${backMs.at(-1)} ms`);
    }
    over.abort();
    await client.call("PUT /api/live-streaming/{id}/stop", { params });
    await sender?.kill();
    await sends;
    await eventually(async () => {
      const open = (await listed()).filter((each) => each.is_open || each.url === null);
      if (open.length > 0) throw new Error("a recording has no film yet");
    }, 60_000).catch(() => undefined);
    return { kills, backMs, ...(await judge(await listed(), told, server.origin, dataDir)) };
  } finally {
    over.abort();
    await sender?.kill();
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

async function judge(
  listed: readonly Recording[],
  told: ReadonlyMap<number, number>,
  origin: string,
  folder: string,
) {
  const films = new Map(listed.map((each) => [each.id, each]));
  let [lostSeconds, broken] = [0, 0];
  for (const [id, seconds] of told) {
    const frames = await picturesOf(films.get(id), origin, join(folder, "film.mp4"));
    if (frames === 0) broken += 1;
    lostSeconds += Math.max(0, seconds - frames / 25 - 0.05);
  }
  return { recordings: told.size, lostSeconds, broken };
}

/** Number of frames in its video; none where it has no playable one. */
async function picturesOf(recording: Recording | undefined, origin: string, file: string): Promise<number> {
  if (recording === undefined || recording.is_open || recording.url === null) return 0;
  const reply = await fetch(new URL(recording.url, origin));
  if (!reply.ok) return 0;
  await writeFile(file, Buffer.from(await reply.arrayBuffer()));
  return decode(file).then(
    ({ frames }) => frames.length,
    () => 0,
  );
}
