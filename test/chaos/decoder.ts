import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ErrorCode, errors } from "#contract/errors.ts";
import type { TestClient } from "../client.ts";
import { panorama } from "../pictures.ts";
import { admin, inFolder, signedIn, until } from "./common.ts";
import { residentOf, type Seen, type Watch, watchDecoders } from "./decoder-watch.ts";
import type { Drill, FaultLine } from "./faults.ts";
import { interlacedPng, largePanorama, lyingPanorama, nestedPdf } from "./heavy-files.ts";
import { freePort, type ServerProcess, startServer, stopGently } from "./server-process.ts";

/** Megabytes of a child: its limit, and its growth between two samples. */
const mostOfChild = 1800;
/** Megabytes by which the server itself may grow: files pass through it, pixels do not. */
const mostGrowth = 250;
/** Attempts at a room's picture. */
const tries = 3;

interface Site {
  readonly server: ServerProcess;
  readonly client: TestClient;
  readonly id_project: number;
  readonly id_visit: number;
  readonly say: (line: string) => void;
}

/** The result of one file: the refusal's code, null when it was accepted nevertheless. */
interface Outcome {
  readonly code: string | null;
  /** Children that died on it, by the server's own log; null where it does not say. */
  readonly died: number | null;
}

/** Uploads files that overload a decoder, through the same calls that users have, and observes which processes suffer. */
export const runDecoderDrill: Drill = ({ say }) =>
  inFolder(async (folder) => {
    const environment = { ...admin, DATA_DIR: join(folder, "data"), DEMO: "off", LIVE_PORT: "0" };
    const server = await startServer(await freePort(), { ...environment, MEDIA_WORKERS: "1" });
    try {
      const client = await signedIn(server.origin);
      const { id: id_project } = await client.call("POST /api/projects", { body: { name: "Chaos" } });
      const body = { id_project, name: "Walk", visit_date: "2026-03-01T08:00:00Z" };
      const { id: id_visit } = await client.call("POST /api/visits", { body });
      const site: Site = { server, client, id_project, id_visit, say };
      return [
        await tell(site, "a 360 photo of 134 megapixels, progressive and rotated by its metadata", null, () =>
          roomOf(site, lyingPanorama()),
        ),
        await tell(site, "a decoder that hangs on a 360 photo", "IMAGE_TOO_HEAVY", (watch) =>
          heldRoom(site, watch),
        ),
        await tell(site, "a portrait of 49 megapixels, 16 bits per channel, interlaced", null, async () => {
          const file = { name: "me.png", bytes: await interlacedPng() };
          return answerOf(await client.upload("POST /api/users/avatar", {}, { file }));
        }),
        await tell(site, "a floor plan that needs more memory than available", "PLAN_UNREADABLE", () =>
          plan(site, nestedPdf(10)),
        ),
        await tell(site, "a floor plan that renders for minutes", "PLAN_UNREADABLE", () =>
          plan(site, nestedPdf(5)),
        ),
      ];
    } finally {
      await stopGently(server.child);
    }
  });

async function tell(
  site: Site,
  fault: string,
  expected: ErrorCode | null,
  bring: (watch: Watch) => Promise<Outcome>,
): Promise<FaultLine> {
  const { server, say } = site;
  const before = residentOf(server.child.pid ?? 0);
  const watch = watchDecoders(server);
  const begin = performance.now();
  const { code, died } = await bring(watch);
  const backMs = Math.round(performance.now() - begin);
  const seen: Seen = await watch.end();
  const next = await roomOf(site, panorama({ seed: Math.ceil(performance.now()) }));
  const growth = Math.max(0, seen.server - before);
  const reason = code === null ? "accepted" : `"${errors[code as ErrorCode].text}"`;
  say(`${fault}: ${reason} after ${backMs} ms`);
  return {
    fault,
    times: 1,
    acknowledged: "1 file",
    lost: 0,
    wrong: {
      "with an unexpected outcome": code === expected ? 0 : 1,
      "given up after an unexpected number of attempts":
        died === null || died === (expected === null ? 0 : tries) ? 0 : 1,
      "children over their memory limit": seen.child > mostOfChild ? 1 : 0,
      "servers that grew with it": growth > mostGrowth ? 1 : 0,
      "servers that ended": server.child.exitCode === null && server.child.signalCode === null ? 0 : 1,
      "times without a response meanwhile": seen.silent,
      "later photos not processed": next.code === null ? 0 : 1,
    },
    backMs: [backMs],
    seen: `${reason}; ${died === null ? "" : `${died} children died, `}the largest used ${Math.round(seen.child)} MB, the server grew by ${Math.round(growth)} MB and responded within ${seen.longest} ms`,
  };
}

function answerOf({ status, body }: { readonly status: number; readonly body: unknown }): Outcome {
  return { code: status < 400 ? null : (body as { code: string }).code, died: null };
}

const deathsIn = ({ output }: ServerProcess) => output().split("a worker died over a picture").length - 1;

async function roomOf({ server, client, id_visit }: Site, made: Promise<Buffer>): Promise<Outcome> {
  const before = deathsIn(server);
  const file = { name: "hall.jpg", bytes: await made };
  const { status, body } = await client.upload("POST /api/rooms", { id_visit: String(id_visit) }, { file });
  if (status !== 201) return answerOf({ status, body });
  const { id } = (body as { data: { id: number } }).data;
  let code: string | null = null;
  await until(async () => {
    // No more often than a waiting client may ask.
    await sleep(500);
    const { rooms } = await client.call("GET /api/visits/{id}", { params: { id: id_visit } });
    const picture = rooms.find((room) => room.id === id)?.picture;
    code = picture?.problem ?? null;
    return picture !== undefined && picture.state !== "processing";
  }, 240_000);
  return { code, died: deathsIn(server) - before };
}

/** Suspends every child in the middle of its decode, so that it makes no progress and sends nothing. */
async function heldRoom(site: Site, watch: Watch): Promise<Outcome> {
  const ended = new AbortController();
  const outcome = roomOf(site, largePanorama()).finally(() => ended.abort());
  const held = new Set<number>();
  while (!ended.signal.aborted) {
    for (const pid of watch.children())
      if (!held.has(pid) && residentOf(pid) > 200) {
        held.add(pid);
        process.kill(pid, "SIGSTOP");
      }
    await sleep(20);
  }
  return outcome;
}

async function plan({ client, id_project }: Site, bytes: Buffer): Promise<Outcome> {
  const fields = { id_project: String(id_project), name: "Ground floor" };
  return answerOf(await client.upload("POST /api/maps", fields, { file: { name: "plan.pdf", bytes } }));
}
