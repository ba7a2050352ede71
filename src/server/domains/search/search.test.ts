import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

// On a machine that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
});
afterAll(() => app.close());

const search = (q: string, client = owner, more: Record<string, unknown> = {}) =>
  client.call("POST /api/search/global", { body: { q, ...more } });
const titles = async (q: string, client = owner, more: Record<string, unknown> = {}) =>
  (await search(q, client, more)).items.map(({ title }) => title);
const project = (name: string, more: Record<string, unknown> = {}, client = owner) =>
  client.call("POST /api/projects", { body: { name, ...more } });
const visit = (id_project: number, name: string, more: Record<string, unknown> = {}) =>
  owner.call("POST /api/visits", { body: { id_project, name, visit_date: "2026-02-01T08:00:00Z", ...more } });

describe("what is found", () => {
  it("is a project and a visit by the same word, each with its fields and where it opens", async () => {
    const palm = await project("Palmyra Court", { location: "Corniche 4" });
    const walk = await visit(palm.id, "Palmyra roof");
    const { items } = await search("palmyra");
    expect(items).toEqual([
      {
        id: palm.id,
        type: "project",
        title: "Palmyra Court",
        code: palm.code,
        url: `/project/${palm.id}`,
        icon: "building-2",
        context: "Corniche 4",
      },
      {
        id: walk.id,
        type: "visit",
        title: "Palmyra roof",
        code: walk.code,
        url: `/viewer/${walk.code}`,
        icon: "footprints",
        context: "Palmyra Court",
      },
    ]);
  });

  it("puts exactly these words before all others, then goes by title", async () => {
    for (const name of ["Zed B", "B", "A"]) await project(name);
    expect(await titles("b", owner, { type: "project" })).toEqual(["B", "Zed B"]);
  });
});
