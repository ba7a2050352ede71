import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { readDemoSite } from "./site.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { DEMO: "on" } });
}, 60_000);
afterAll(() => app.close());

it("puts the whole demo site in place, to be walked by a link and from room to room", async () => {
  const site = await readDemoSite();
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items } = await guest.call("GET /api/visits");
  expect(items.map(({ name }) => name).toSorted()).toEqual(site.visits.map(({ name }) => name.en).toSorted());
  const [visit] = items;
  const shared = await app.guest().call("GET /api/viewer-visit", { query: { code: visit?.code ?? "" } });
  expect(shared.rooms.map(({ name }) => name)).toEqual(site.rooms.map(({ name }) => name.en));
});

it("has told the demo account of every visit, as a member of the project would have been", async () => {
  const site = await readDemoSite();
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items } = await guest.call("GET /api/visits");
  const news = await guest.call("GET /api/notifications");
  expect(news.map(({ message }) => message)).toEqual(
    site.visits
      .map(({ name, files }) => {
        const rooms = Object.keys(files).length;
        return `“${name.en}” in “${site.project.name.en}” can be walked: ${rooms} rooms are ready.`;
      })
      .toReversed(),
  );
  expect(news.map(({ link }) => link).toSorted()).toEqual(
    items.map(({ code }) => `/viewer/${code}`).toSorted(),
  );
  expect(news.every(({ is_read }) => !is_read)).toBe(true);
});

it("leaves no copy behind of what it took in", async () => {
  expect(await readdir(join(app.dataDir, "media/incoming"))).toEqual([]);
});

it("lets the demo account read everything of its site and change nothing", async () => {
  const guest = app.guest();
  await guest.call("POST /api/demo-login", { body: {} });
  const { items } = await guest.call("GET /api/projects");
  expect(items[0]?.can).toEqual({ view: true, edit: false, delete: false, add_visit: false });
  const refused = await guest.refused("PUT /api/projects/{id}", {
    params: { id: items[0]?.id },
    body: { name: "Mine" },
  });
  expect(refused).toMatchObject({
    status: 403,
    message: "This is a demo account. You cannot modify any data.",
  });
});
