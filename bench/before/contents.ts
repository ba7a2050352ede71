import { setTimeout as sleep } from "node:timers/promises";
import type { HlsCamera } from "#test/cameras/hls-camera.ts";
import { push } from "#test/live/push.ts";
import { newestVisit, type Site } from "./site.ts";

/** One page of one version, ready to be opened. */
export interface Opened {
  /** Path of the page. */
  readonly path: string;
  readonly close: () => Promise<void>;
}

/** A page that both versions have; `open` creates its content, with the same calls in both. */
export interface GuestPage {
  readonly name: string;
  readonly open: (site: Site) => Promise<Opened>;
}

const nothing = async (): Promise<void> => undefined;

export const viewerPage: GuestPage = {
  name: "/viewer",
  open: async (site) => ({ path: `/viewer/${await newestVisit(site)}`, close: nothing }),
};

/** The pages with one player: the demo site's video, a live channel and a camera. */
export const playerPages = (camera: HlsCamera): readonly GuestPage[] => [
  { name: "/video", open: openVideo },
  { name: "/live", open: openChannel },
  { name: "/cctv", open: (site) => openCamera(site, camera) },
];

async function openVideo({ client, project }: Site): Promise<Opened> {
  const query = { id_project: project, is_public: 1 as const };
  const { items } = await client.call("GET /api/three60videos", { query });
  const [video] = items;
  if (video === undefined) throw new Error("The demo site has no public video.");
  return { path: `/video/${video.code}`, close: nothing };
}

/** A channel that receives a small test picture until it is closed. */
async function openChannel({ client, project }: Site): Promise<Opened> {
  const body = { id_project: project, name: "Tower crane", is_public: 1 as const };
  const channel = await client.call("POST /api/live-streaming", { body });
  const params = { id: channel.id };
  const { ingest } = await client.call("PUT /api/live-streaming/{id}/start", { params });
  if (ingest === null) throw new Error("The channel has no ingest address.");
  const sender = push(`${ingest.url}/${channel.stream_key}`, { seconds: 3600 });
  const close = async () => {
    await sender.kill();
    await client.call("PUT /api/live-streaming/{id}/stop", { params });
  };
  for (const limit = Date.now() + 60_000; Date.now() < limit; await sleep(250)) {
    const { state } = await client.call("GET /api/live-streaming/{id}", { params });
    if (state === "live") return { path: `/live/${channel.code}`, close };
  }
  await close();
  throw new Error("The channel is not live after a minute.");
}

async function openCamera({ client, project }: Site, camera: HlsCamera): Promise<Opened> {
  await client.call("PUT /api/settings", { body: { camera_networks: ["127.0.0.0/8"] } });
  const { url, username, password } = camera;
  const added = await client.call("POST /api/cctv-cameras", {
    body: { id_project: project, name: "Gate", hls_url: url, username, password, is_public: 1 },
  });
  return { path: `/cctv/${added.code}`, close: nothing };
}
