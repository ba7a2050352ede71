import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { readDemoSite } from "./site.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { DEMO: "on" } });
});
afterAll(() => app.close());

it("creates the whole demo site, to be toured by a link and from room to room", async () => {
  const site = await readDemoSite();
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items } = await guest.call("GET /api/visits");
  expect(items.map(({ name }) => name).toSorted()).toEqual(site.visits.map(({ name }) => name.en).toSorted());
  const [visit] = items;
  const shared = await app.guest().call("GET /api/viewer-visit", { query: { code: visit?.code ?? "" } });
  expect(shared.rooms.map(({ name }) => name)).toEqual(site.rooms.map(({ name }) => name.en));
});

it("has notified the demo account of every visit, like a member of the project", async () => {
  const site = await readDemoSite();
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items } = await guest.call("GET /api/visits");
  const news = await guest.call("GET /api/notifications");
  expect(news.map(({ message }) => message)).toEqual(
    site.visits
      .map(({ name, files }) => {
        const rooms = Object.keys(files).length;
        return `“${name.en}” in “${site.project.name.en}” is ready to view: ${rooms} rooms.`;
      })
      .toReversed(),
  );
  expect(news.map(({ link }) => link).toSorted()).toEqual(
    items.map(({ code }) => `/viewer/${code}`).toSorted(),
  );
  expect(news.every(({ is_read }) => !is_read)).toBe(true);
});

it("has its floor plans, with every room in position, and is public", async () => {
  const site = await readDemoSite();
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items } = await guest.call("GET /api/projects");
  const [project] = items;
  const sheets = await guest.call("GET /api/maps", { query: { id_project: project?.id ?? 0 } });
  expect(sheets.map(({ name }) => name)).toEqual(site.floors.map(({ name }) => name.en));
  expect(sheets.every(({ image }) => image !== null)).toBe(true);
  const placed = sheets.reduce((sum, { room_count }) => sum + room_count, 0);
  expect(placed).toBe(site.rooms.length * site.visits.length);
  const query = { project_code: project?.code ?? "" };
  expect(await app.guest().call("GET /api/showcase", { query })).toMatchObject({
    name: site.project.name.en,
  });
});

it("leaves no copy of its input files", async () => {
  expect(await readdir(join(app.dataDir, "media/incoming"))).toEqual([]);
});

it("lets the demo account read everything of its site and change nothing", async () => {
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items } = await guest.call("GET /api/projects");
  const allowed = Object.entries(items[0]?.can ?? {}).flatMap(([verb, may]) => (may ? [verb] : []));
  expect(allowed.toSorted()).toEqual([
    "export",
    "follow",
    "view",
    "view_access",
    "view_activity",
    "view_cameras",
    "view_live",
    "view_sheets",
    "view_snags",
    "view_team",
    "view_videos",
    "view_visits",
  ]);
  const refused = await guest.refused("PUT /api/projects/{id}", {
    params: { id: items[0]?.id },
    body: { name: "Mine" },
  });
  expect(refused).toMatchObject({
    status: 403,
    message: "This is a demo account. You cannot modify any data.",
  });
});

it("has snags in its pictures and on its floor plans, in every status", async () => {
  const site = await readDemoSite();
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items, counts } = await guest.call("GET /api/annotations");
  expect(items.map(({ title }) => title).toSorted()).toEqual(
    site.snags.map(({ title }) => title.en).toSorted(),
  );
  expect(Object.values(counts).every((count) => count > 0)).toBe(true);
  expect(items.every(({ id_sheet, yaw }) => id_sheet !== null && yaw !== null)).toBe(true);
});

it("has photos at their rooms, and photo spots without notifications", async () => {
  const site = await readDemoSite();
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items: projects } = await guest.call("GET /api/projects");
  const params = { id: projects[0]?.id ?? 0 };
  const { items } = await guest.call("GET /api/projects/{id}/photos", { params });
  expect(items.map(({ caption }) => caption).toSorted()).toEqual(
    site.photos.map(({ caption }) => caption.en).toSorted(),
  );
  expect(items.every(({ position, room }) => position !== null && room !== null)).toBe(true);
  const { plan, spots } = await guest.call("GET /api/projects/{id}/coverage", { params });
  expect(plan).toMatchObject({ is_on: true, alert_days: null });
  expect(spots).toHaveLength(site.coverage.rooms.length);
  expect(spots.every(({ last_seen }) => last_seen === site.visits.at(-1)?.date)).toBe(true);
});

it("has a public video, with comments", async () => {
  const site = await readDemoSite();
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items } = await guest.call("GET /api/three60videos");
  expect(items.map(({ title }) => title)).toEqual(site.videos.map(({ title }) => title.en));
  const [video] = items;
  expect(video).toMatchObject({
    status: "ready",
    is_public: true,
    width: 3840,
    comment_count: 2,
    open_comments: 1,
  });
  const player = await app.guest().call("GET /api/video-player", { query: { code: video?.code ?? "" } });
  const part = await fetch(new URL(player.playback?.mp4 ?? "", app.origin), {
    headers: { range: "bytes=0-99" },
  });
  expect(part.status).toBe(206);
  const still = await fetch(new URL(video?.thumbnail ?? "", app.origin));
  expect(still.headers.get("content-type")).toBe("image/webp");
});

it("has a placed walk through both floors on the newest date, whose rooms are those of the visit", async () => {
  const site = await readDemoSite();
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items } = await guest.call("GET /api/visits");
  const visit = items.find(({ name }) => name === site.visits.at(-1)?.name.en);
  const params = { id: visit?.id ?? 0 };
  const { items: walks } = await guest.call("GET /api/visits/{id}/walks", { params });
  expect(walks).toMatchObject([{ status: "made", rooms_made: site.rooms.length, has_video: false }]);
  const { lines, steps } = await app
    .guest()
    .call("GET /api/viewer-walks", { query: { code: visit?.code ?? "" } });
  expect(new Set(lines.map(({ id_sheet }) => id_sheet)).size).toBe(site.floors.length);
  expect(lines.every(({ is_uncertain }) => !is_uncertain)).toBe(true);
  // Every room can be reached along the walk.
  expect(new Set(steps.map(({ to }) => to)).size).toBe(site.rooms.length);
});
