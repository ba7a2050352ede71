import { join } from "node:path";
import type { Page } from "@playwright/test";
import { makeClip } from "#test/cameras/clip.ts";
import { cameraUser, startHlsCamera } from "#test/cameras/hls-camera.ts";
import type { TestClient } from "#test/client.ts";
import { push } from "#test/live/push.ts";
import type { Studio } from "./shell-screens.ts";

export interface MovingSite {
  readonly origin: string;
  readonly signIn: (page: Page) => Promise<void>;
  /** Content of the demo site and of what was added to it. */
  readonly film: { readonly id: number; readonly code: string };
  readonly camera: { readonly id: number; readonly code: string };
  readonly channel: { readonly id: number; readonly code: string };
  close(): Promise<void>;
}

const demo = (room: string) => join(import.meta.dirname, `../demo/2026-09-30/${room}.jpg`);
/** A view into a room, like that of a camera on its wall. */
const still = (room: string, yaw: number, pitch: number) => [
  ..."-loop 1 -framerate 10 -t 4 -i".split(" "),
  demo(room),
  "-vf",
  `v360=e:flat:yaw=${yaw}:pitch=${pitch}:h_fov=96:v_fov=64:w=960:h=540`,
];
const views: readonly (readonly [room: string, yaw: number, pitch: number])[] = [
  ["01-entrance-hall", 40, -12],
  ["04-majlis", -60, -14],
  ["08-terrace", 20, -10],
];

/** Starts the demo site with responding cameras and a channel that receives a stream. */
export async function openMovingSite(
  { origin, client }: { readonly origin: string; readonly client: TestClient },
  signIn: MovingSite["signIn"],
): Promise<MovingSite> {
  const streams = await Promise.all(views.map((view) => startHlsCamera({ clip: makeClip(still(...view)) })));
  const { items } = await client.call("GET /api/three60videos", { query: {} });
  const [film] = items;
  if (film === undefined) throw new Error("The demo site has no film.");
  const { id_project } = film;
  await client.call("PUT /api/settings", { body: { camera_networks: ["127.0.0.0/8"] } });
  const camera = (name: string, location: string, at: number) =>
    client.call("POST /api/cctv-cameras", {
      body: {
        id_project,
        name,
        location,
        hls_url: streams[at]?.url ?? "http://127.0.0.1:18080/live.m3u8",
        username: cameraUser.username,
        password: cameraUser.password,
        is_public: true,
      },
    });
  const gate = await camera("Entrance", "Ground floor", 0);
  await camera("Majlis", "Ground floor", 1);
  await camera("Terrace", "Roof, towards the pool", 2);
  await camera("Container store", "Yard", 3);
  const { items: cameras } = await client.call("GET /api/cctv-cameras", { query: { per_page: 100 } });
  for (const { id } of cameras) {
    await client.call("POST /api/cctv-cameras/{id}/check", { params: { id } });
    // One of them has no still to give.
    await client.raw("POST /api/cctv-cameras/{id}/stills", { params: { id } });
  }
  const body = { id_project, name: "Concrete pour, level 3", is_public: true };
  const channel = await client.call("POST /api/live-streaming", { body });
  const started = await client.call("PUT /api/live-streaming/{id}/start", { params: { id: channel.id } });
  const sender = push(`${started.ingest?.url}/${channel.stream_key}`, {
    seconds: 900,
    gop: 10,
    input: ["-re", "-loop", "1", "-framerate", "10", "-i", demo("05-family-lounge")],
    extra: ["-vf", "scale=1920:960"],
  });
  return {
    origin,
    signIn,
    film,
    camera: gate,
    channel: { id: channel.id, code: channel.medialive_channel_id },
    async close() {
      await sender.kill();
      for (const stream of streams) await stream.close();
    },
  };
}

/** 360 videos, cameras and live channels, for members and for guests. */
export async function movingScreens(site: MovingSite, studio: Studio): Promise<void> {
  const context = await studio.open();
  await context.addInitScript(() => {
    localStorage.setItem("onboardingCompleted", "true");
    localStorage.setItem("app-cookies", "necessary");
  });
  const page = await context.newPage();
  await page.goto(`${site.origin}/login`);
  await site.signIn(page);
  const { film, camera, channel } = site;
  const screens: readonly (readonly [string, string, number])[] = [
    ["videos", "/videos", 1000],
    ["video", `/videos/${film.id}/watch`, 4000],
    ["edit-video", `/editvideo/${film.id}`, 1000],
    ["cameras", "/cctv", 1500],
    ["camera-wall", "/cameras/wall?size=2", 3000],
    ["camera", `/cameras/${camera.id}`, 4000],
    ["channels", "/channels", 1000],
    ["edit-channel", `/editchannel/${channel.id}`, 3000],
    ["go-live", `/golive/${channel.id}`, 1500],
  ];
  for (const [name, path, settling] of screens) {
    await page.goto(site.origin + path);
    await page.locator("main, [role=main], video").first().waitFor({ state: "attached" });
    await page.waitForTimeout(settling);
    await studio.shoot(page, name);
  }
  await context.close();

  const outside = await studio.open();
  const guest = await outside.newPage();
  for (const [name, path] of [
    ["player-video", `/video/${film.code}`],
    ["player-camera", `/cctv/${camera.code}`],
    ["player-live", `/live/${channel.code}`],
  ] as const) {
    await guest.goto(`${site.origin}${path}?lang=${studio.language}`);
    await guest.waitForTimeout(6000);
    await studio.shoot(guest, name);
  }
  await outside.close();
}
