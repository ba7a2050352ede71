import { afterAll, beforeAll, expect, it } from "vitest";
import { api, type Route } from "#contract/index.ts";
import { type TestApp, testApp } from "../app.ts";
import { readSamples } from "../conformance/samples.ts";
import { buildWorld, type World } from "../conformance/world.ts";
import { watchTables } from "./written-tables.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  world = await buildWorld(app);
});
afterAll(() => app.close());

/** Counts, heartbeats, and the record of views and downloads: not the content that is read. */
const written = /^(sessions|attempts|activity|audit_\w+|sightings|realtime_processes|nodes)$/;

it("reads change nothing: every reading call, by GET as its owner, by HEAD as a super admin", async () => {
  const samples = await readSamples();
  const place = await world.place();
  const reading = (Object.keys(api) as Route[]).filter((route) => route.startsWith("GET "));
  const touched = await watchTables(app.database.db);
  const { owner, super_admin } = world.clients;
  const changes: string[] = [];
  for (const route of reading) {
    const sample = samples.get(route)?.(place) ?? {};
    await owner.raw(route, sample);
    // A file is generated completely for either, and once is enough.
    if (!("download" in api[route]))
      await super_admin.send("HEAD", super_admin.address(route, sample).url, undefined, {});
    const tables = (await touched.take()).filter((table) => !written.test(table));
    if (tables.length > 0) changes.push(`${route}: ${tables.join(", ")}`);
  }
  expect(changes).toEqual([]);
  await owner.call("PUT /api/projects/{id}", { params: { id: place.id_project }, body: { name: "Anew" } });
  expect(await touched.take(), "a write is noticed").toContain("projects");
});
