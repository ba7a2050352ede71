import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Camera } from "#contract/cctv.ts";
import type { GuidedTour } from "#contract/guided.ts";
import type { Node } from "#server/platform/nodes.ts";
import { nodeFor } from "#server/platform/serving-nodes.ts";
import { soon } from "#test/soon.ts";
import type { TestApp } from "./app.ts";
import { cameraUser, type HlsCamera, startHlsCamera } from "./cameras/hls-camera.ts";
import { type RtspCamera, startRtspCamera } from "./cameras/rtsp-camera.ts";
import type { TestClient } from "./client.ts";
import { changeNodes, startTwoNodes } from "./nodes.ts";

let one: TestApp;
let two: TestApp;
let hls: HlsCamera;
let rtsp: RtspCamera;
let owner: TestClient;
let project: number;

beforeAll(async () => {
  [hls, rtsp] = await Promise.all([startHlsCamera(), startRtspCamera()]);
  ({ one, two } = await startTwoNodes());
  const admin = await one.as(await one.user({ role: "super_admin" }));
  await admin.call("PUT /api/settings", { body: { camera_networks: ["127.0.0.1"] } });
  owner = await one.as(await one.user({ role: "administrator" }));
  project = (await owner.call("POST /api/projects", { body: { name: "Quay" } })).id;
});
afterAll(async () => {
  await two.close();
  await one.close();
  await Promise.all([hls.close(), rtsp.close()]);
});

/** A node that is registered as alive, is responsible for `name`, and does not exist. */
async function absentNodeFor(name: string): Promise<void> {
  const real = [one, two].map(({ origin }): Node => nodeAt(origin));
  let url = "";
  for (let n = 0; nodeFor(name, { alive: () => [...real, nodeAt(url)] })?.url !== url; n += 1)
    url = `http://127.0.0.1:9/${n}`;
  const row = { id: url, name: "gone", url, role: "web" as const, version: "2.1" };
  await changeNodes(one, (trx) => trx.insertInto("nodes").values(row).execute());
  onTestFinished(() => changeNodes(one, (trx) => trx.deleteFrom("nodes").where("id", "=", url).execute()));
}

const nodeAt = (url: string): Node => ({
  id: url,
  name: url,
  url,
  role: "web",
  version: "2.1",
  started_at: new Date(),
  seen_at: new Date(),
  isSelf: false,
});

describe("A camera, watched at two nodes,", () => {
  const add = (url: string): Promise<Camera> =>
    owner.call("POST /api/cctv-cameras", {
      body: { id_project: project, name: "Crane", hls_url: url, ...cameraUser },
    });
  const linkOf = async ({ id }: Camera) =>
    (await owner.call("GET /api/cctv-cameras/{id}/playback", { params: { id } })).hls;
  const ask = async (node: TestApp, path: string) => {
    const reply = await fetch(new URL(path, node.origin));
    return { status: reply.status, type: reply.headers.get("content-type"), text: await reply.text() };
  };
  /** The names in a playlist, requested at the node that did not receive it. */
  async function watch(link: string, at: TestApp, other: TestApp): Promise<void> {
    const playlist = await ask(at, link);
    expect(playlist.status).toBe(200);
    const lines = playlist.text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const base = link.slice(0, link.lastIndexOf("/"));
    const [name = ""] = lines;
    if (name.endsWith(".m3u8")) return watch(`${base}/${name}`, at, other);
    expect((await ask(other, `${base}/${lines.at(-1)}`)).status).toBe(200);
  }

  it("is one camera: files named by one node exist at the other, and the camera is pulled once.", async () => {
    for (const camera of [await add(hls.url), await add(rtsp.url)]) {
      const link = await linkOf(camera);
      for (let round = 0; round < 2; round += 1) {
        await soon(() => watch(link, one, two));
        await soon(() => watch(link, two, one));
      }
    }
    // Only one node pulls the camera; a check of its availability disconnects at once.
    await soon(() => expect(rtsp.playing()).toBe(1));
  });

  it("is shown by the available node while its own is unreachable.", async () => {
    const camera = await add(hls.url);
    const link = await linkOf(camera);
    await absentNodeFor(`camera ${camera.id}`);
    // Each node detects it in its own time; viewers notice nothing.
    const end = Date.now() + 600;
    while (Date.now() < end) for (const node of [one, two]) expect((await ask(node, link)).status).toBe(200);
  });

  it("is not shown without a valid link, at either node.", async () => {
    const link = await linkOf(await add(hls.url));
    const [, , , token = ""] = link.split("/");
    for (const node of [one, two])
      expect((await ask(node, link.replace(token, `1${token}`))).status).toBe(403);
  });
});

describe("A guided tour with browsers at two nodes", () => {
  let visit: { id: number };
  beforeAll(async () => {
    const body = { id_project: project, name: "First walk", visit_date: "2026-02-01T08:00:00Z" };
    visit = await owner.call("POST /api/visits", { body });
  });
  const begin = () => owner.call("POST /api/guided-tours", { body: { id_visit: visit.id } });
  const follow = (code: string) => two.guest().call("GET /api/guided-tours/{code}", { params: { code } });

  /** Like the page, which retries where it was refused. */
  const meet = (node: TestApp, tour: GuidedTour) =>
    soon(async () => {
      const browser = await knock(node, tour);
      expect(browser.socket.readyState).toBe(WebSocket.OPEN);
      return browser;
    });

  async function knock(node: TestApp, { me, token, broker }: Pick<GuidedTour, "me" | "token" | "broker">) {
    const address = new URL(`${broker.path}/peerjs`, node.origin.replace("http", "ws"));
    address.search = new URLSearchParams({ key: "peerjs", id: me, token, version: "1.5.5" }).toString();
    const socket = new WebSocket(address, { headers: { origin: node.origin } });
    onTestFinished(() => socket.terminate());
    const told: { type: string; src?: string; payload?: unknown }[] = [];
    socket.on("message", (data) =>
      told.push(JSON.parse((data as Buffer).toString()) as (typeof told)[number]),
    );
    const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
    await Promise.race([once(socket, "open"), closed]);
    const hears = (type: string) => soon(() => expect(told.some((each) => each.type === type)).toBe(true));
    return { told, hears, closed, socket, say: (message: object) => socket.send(JSON.stringify(message)) };
  }

  it("connects them, under each other's own name.", async () => {
    // Each tour belongs to one of the nodes, at random.
    for (let round = 0; round < 4; round += 1) {
      const host = await begin();
      const guest = await follow(host.code);
      const [first, second] = [await meet(one, host), await meet(two, guest)];
      await first.hears("OPEN");
      await second.hears("OPEN");
      second.say({ type: "OFFER", dst: host.me, payload: { sdp: "v=0" } });
      await first.hears("OFFER");
      expect(first.told.at(-1)).toMatchObject({ type: "OFFER", src: guest.me, payload: { sdp: "v=0" } });
      first.say({ type: "ANSWER", dst: guest.me, payload: {} });
      await second.hears("ANSWER");
    }
  });

  it("is refused at both nodes to users without access.", async () => {
    const host = await begin();
    for (const node of [one, two]) {
      const { socket } = await knock(node, { ...host, token: "" });
      expect(socket.readyState).not.toBe(WebSocket.OPEN);
    }
  });

  it("is closed when another node takes it over, so that all participants meet there.", async () => {
    const host = await begin();
    const [first, second] = [await meet(one, host), await meet(two, await follow(host.code))];
    await first.hears("OPEN");
    await second.hears("OPEN");
    await absentNodeFor(`tour ${host.me.slice(0, host.me.indexOf("-"))}`);
    await Promise.all([first.closed, second.closed]);
  });
});
