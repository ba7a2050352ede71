import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { z } from "zod";
import type { Camera, cctvApi } from "#contract/cctv.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { plays, testFfmpeg } from "#test/cameras/clip.ts";
import { cameraUser, type HlsCamera, startHlsCamera } from "#test/cameras/hls-camera.ts";
import { type RtspCamera, startRtspCamera } from "#test/cameras/rtsp-camera.ts";
import type { TestClient } from "#test/client.ts";

export type Body<
  R extends "POST /api/cctv-cameras" | "PUT /api/cctv-cameras/{id}" | "POST /api/cctv-cameras/try",
> = z.input<(typeof cctvApi)[R]["body"]>;

interface World {
  readonly app: TestApp;
  readonly camera: HlsCamera;
  readonly rtsp: RtspCamera;
  readonly owner: TestClient;
  readonly viewer: TestClient;
  readonly stranger: TestClient;
  /** "Quay", owned by the owner, with the viewer as a viewer. */
  readonly project: number;
  /** Folder to which videos are written for a decoder. */
  readonly films: string;
}

/** A project with users, and a camera of each kind that it may call; opened and closed with the file. */
export function cctvWorld() {
  let world: World;
  const cctv = {
    get is() {
      return world;
    },
    /** Milliseconds by which the app's clock is ahead, to let issued addresses expire. */
    shift: 0,
    /** All responses sent: none of them may contain a camera's address. */
    told: [] as string[],
    add: (body: Partial<Body<"POST /api/cctv-cameras">> = {}): Promise<Camera> =>
      world.owner.call("POST /api/cctv-cameras", {
        body: { id_project: world.project, name: "Crane", hls_url: world.camera.url, ...cameraUser, ...body },
      }),
    /** Content behind an address of ours. */
    fetched: async (path: string, client?: TestClient) => {
      const response = await fetch(
        new URL(path, world.app.origin),
        client === undefined ? {} : { headers: { cookie: client.cookie() } },
      );
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get("content-type");
      cctv.told.push(JSON.stringify([...response.headers]));
      if (!/^(?:video|image)\//.test(type ?? "")) cctv.told.push(bytes.toString());
      return { status: response.status, bytes, type };
    },
    expectNoSecretTold: () => {
      const { port } = new URL(world.camera.url);
      for (const secret of [`:${port}`, "camera.internal", cameraUser.username, "s3cret", "token=abc"])
        expect(cctv.told.join("\n"), secret).not.toContain(secret);
    },
    /** Whether a decoder reads all of it. */
    framesOf: (bytes: Buffer, ending: string): Promise<boolean> => plays(world.films, bytes, ending),
    /** The path of its first picture. */
    frameFrom: async (bytes: Buffer): Promise<string> => {
      const directory = world.films;
      await writeFile(join(directory, "film.mp4"), bytes);
      await testFfmpeg().run({
        directory,
        seconds: 20,
        args: "-i film.mp4 -frames:v 1 frame.png".split(" "),
      });
      return join(directory, "frame.png");
    },
  };

  beforeAll(async () => {
    world = await open({ now: () => new Date(Date.now() + cctv.shift) });
  });
  afterAll(async () => {
    await world.app.close();
    await Promise.all([
      world.camera.close(),
      world.rtsp.close(),
      rm(world.films, { recursive: true, force: true }),
    ]);
    // Runs for every file: all responses are checked for secrets.
    cctv.expectNoSecretTold();
  });
  return cctv;
}

async function open(clock: { now(): Date }): Promise<World> {
  const [camera, rtsp, films] = await Promise.all([
    startHlsCamera(),
    startRtspCamera(),
    mkdtemp(join(tmpdir(), "sitewalk-film-")),
  ]);
  const app = await testApp({ clock, rateFactor: 1 });
  const people = {
    owner: await app.user({ role: "administrator" }),
    viewer: await app.user(),
    stranger: await app.user(),
    admin: await app.user({ role: "super_admin" }),
  };
  const [owner, viewer, stranger] = await Promise.all([
    app.as(people.owner),
    app.as(people.viewer),
    app.as(people.stranger),
  ]);
  const admin = await app.as(people.admin);
  await admin.call("PUT /api/settings", { body: { camera_networks: ["127.0.0.1"] } });
  const project = (await owner.call("POST /api/projects", { body: { name: "Quay" } })).id;
  await app.join(project, people.viewer, "viewer");
  return { app, camera, rtsp, owner, viewer, stranger, project, films };
}
