import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestClient } from "#test/client.ts";
import { planPdf } from "#test/plan-files.ts";
import { type AutodeskSite, autodeskSite, ended, type Person } from "./autodesk-site.fixture.ts";
import { createSyncs } from "./syncs.ts";

let site: AutodeskSite;
beforeAll(async () => {
  site = await autodeskSite();
});
afterAll(() => site.close());
beforeEach(() => site.autodesk.calm());

const owner = () => site.connected({ role: "administrator" });
const project = async ({ client }: Person, name: string) =>
  (await client.call("POST /api/projects", { body: { name } })).id;
const link = async (who: Person, project_id: number, adsk_project_id = "b.tower") => {
  const body = { project_id, adsk_project_id, adsk_hubId: "b.harbour" };
  const told = await who.client.call("POST /api/autodesk/sync-project", { body });
  await ended(who.client, told.sync);
  return told.link;
};
const syncHub = async (client: TestClient) =>
  ended(client, await client.call("POST /api/autodesk/sync-hub", { body: { hub_id: "b.harbour" } }));
const bring = async (client: TestClient, id: number, sheets: string[]) =>
  ended(
    client,
    await client.call("POST /api/autodesk/links/{id}/sheets", { params: { id }, body: { sheets } }),
  );
const plansOf = (client: TestClient, id_project: number) =>
  client.call("GET /api/maps", { query: { id_project } });

describe("the sync of a hub", () => {
  it("links only projects of exactly the same name that the user may edit", async () => {
    const [mine, stranger] = [await owner(), await owner()];
    const tower = await project(mine, "Tower");
    await project(mine, "tower two");
    const twins = [await project(mine, "School"), await project(stranger, "School")];
    await site.app.join(twins[1] ?? 0, mine, "manager");
    const foreign = await project(stranger, "Bridge");
    const seen = await project(stranger, "Depot");
    await site.app.join(seen, mine, "viewer");
    const told = await syncHub(mine.client);
    expect(told).toMatchObject({
      kind: "hub",
      name: "Harbour Works",
      state: "partial",
      done: 5,
      total: 5,
      linked: 1,
      failure: "",
    });
    expect(told.warnings).toEqual([
      { title: "School", detail: "Several projects have this name. Link it yourself." },
    ]);
    const links = await mine.client.call("GET /api/autodesk/links");
    expect(links.map(({ id_project, adsk_project_id }) => [id_project, adsk_project_id])).toEqual([
      [tower, "b.tower"],
    ]);
    expect([...twins, foreign, seen]).not.toContain(links[0]?.id_project);
    // A second run finds nothing to do.
    expect(await syncHub(mine.client)).toMatchObject({ linked: 0 });
    expect(await mine.client.call("GET /api/autodesk/links")).toHaveLength(1);
  });

  it("keeps its results when a later page fails", async () => {
    const mine = await owner();
    await project(mine, "Tower");
    Object.assign(site.autodesk.knobs, { pageSize: 3, brokenPage: 1 });
    const told = await syncHub(mine.client);
    expect(told).toMatchObject({ state: "partial", done: 3, linked: 1 });
    expect(told.warnings.map(({ title }) => title)).toEqual(["The list is not complete."]);
  });

  it("runs one at a time and reports its progress to its owner only", async () => {
    const mine = await owner();
    site.autodesk.knobs.slow = 100;
    const first = await mine.client.call("POST /api/autodesk/sync-hub", { body: { hub_id: "b.harbour" } });
    expect(first.state).toBe("waiting");
    const again = await mine.client.refused("POST /api/autodesk/sync-hub", { body: { hub_id: "b.harbour" } });
    expect(again).toMatchObject({ status: 409, code: "AUTODESK_SYNCING" });
    await ended(mine.client, first);
    const { rows } = await site.app.database.pool.query<{ payload: { id_user: number; state: string } }>(
      "select payload from events where name = 'autodesk.synced' order by id",
    );
    const states = rows
      .filter(({ payload }) => payload.id_user === mine.id)
      .map(({ payload }) => payload.state);
    expect(states).toEqual(["waiting", "running", "done"]);
    const stranger = await site.connected();
    expect(await stranger.client.call("GET /api/autodesk/syncs")).toEqual([]);
  });

  it("is refused for an unknown hub", async () => {
    const mine = await owner();
    const refused = await mine.client.refused("POST /api/autodesk/sync-hub", { body: { hub_id: "b.none" } });
    expect(refused).toMatchObject({ status: 404, code: "AUTODESK_UNKNOWN" });
  });

  it("ends at once when the connection has ended", async () => {
    const mine = await owner();
    Object.assign(site.autodesk.knobs, { about: "/b.harbour/projects", slow: 400 });
    const begun = await mine.client.call("POST /api/autodesk/sync-hub", { body: { hub_id: "b.harbour" } });
    site.autodesk.tokens.forgetAll();
    expect(await ended(mine.client, begun)).toMatchObject({ state: "failed", failure: "AUTODESK_SIGN_IN" });
  });

  it("restarts after its worker died, and does not block others when no worker can finish it", async () => {
    const mine = await owner();
    const db = site.app.database.db;
    const values = {
      id_user: mine.id,
      id_link: null,
      kind: "hub",
      subject_id: "b.harbour",
      state: "running",
      total: null,
      finished_at: null,
      created_at: new Date(Date.now() - 7 * 3_600_000),
    } as const;
    const dead = await db
      .insertInto("autodesk_syncs")
      .values(values)
      .returning("id")
      .executeTakeFirstOrThrow();
    expect((await syncHub(mine.client)).state).toBe("done");
    const [, old] = await mine.client.call("GET /api/autodesk/syncs");
    expect(old).toMatchObject({ id: dead.id, state: "failed", failure: "SERVER" });
    const clock = { now: () => new Date() };
    const syncs = createSyncs({
      db,
      clock,
      bus: { emit: async () => undefined },
      jobs: { send: async () => null },
    });
    const lost = await db
      .insertInto("autodesk_syncs")
      .values({ ...values, subject_id: "b.alpine" })
      .returning("id")
      .executeTakeFirstOrThrow();
    // Another worker takes it, cannot finish it either, and the queue gives up.
    expect(await syncs.take(lost.id)).toMatchObject({ state: "running" });
    await syncs.note(lost.id, "AUTODESK_SILENT", "no answer");
    expect(await syncs.fail(lost.id)).toMatchObject({ state: "failed", failure: "AUTODESK_SILENT" });
    expect(await syncs.take(lost.id)).toBeUndefined();
  });
});

describe("the link of a project", () => {
  it("is stored, and its folders are read as far as the account may", async () => {
    const mine = await owner();
    const id_project = await project(mine, "Own tower");
    const body = { project_id: id_project, adsk_project_id: "b.tower", adsk_hubId: "b.harbour" };
    const begun = await mine.client.call("POST /api/autodesk/sync-project", { body });
    expect(begun.link).toMatchObject({
      id_project,
      project: "Own tower",
      adsk_hubId: "b.harbour",
      adsk_project_id: "b.tower",
      adsk_project: "Tower",
      synced_at: null,
      can: { import: true, delete: true },
    });
    const told = await ended(mine.client, begun.sync);
    expect(told).toMatchObject({ kind: "project", state: "partial", done: 4, total: 4 });
    expect(told.warnings.map(({ title }) => title)).toEqual(["Confidential"]);
    const [stored] = await mine.client.call("GET /api/autodesk/links");
    expect(stored?.counts).toEqual({ folders: 4, items: 4, sheets: 3 });
    expect(stored?.synced_at).not.toBeNull();
    // The same link syncs again; another one is refused.
    expect((await mine.client.call("POST /api/autodesk/sync-project", { body })).link.id).toBe(begun.link.id);
    const other = { ...body, adsk_project_id: "b.quay" };
    expect((await mine.client.refused("POST /api/autodesk/sync-project", { body: other })).code).toBe(
      "AUTODESK_LINKED",
    );
  });

  it("requires edit rights on the project, and a project that the account can see", async () => {
    const [mine, viewer, stranger] = [await owner(), await site.connected(), await site.connected()];
    const id_project = await project(mine, "Quay");
    await site.app.join(id_project, viewer, "viewer");
    const body = { project_id: id_project, adsk_project_id: "b.quay", adsk_hubId: "b.harbour" };
    for (const [{ client }, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const)
      expect((await client.refused("POST /api/autodesk/sync-project", { body })).status).toBe(status);
    const unknown = { ...body, adsk_project_id: "b.none" };
    expect((await mine.client.refused("POST /api/autodesk/sync-project", { body: unknown })).code).toBe(
      "AUTODESK_UNKNOWN",
    );
    const made = await link(mine, id_project, "b.quay");
    // A member sees the link and may not remove it; a stranger sees nothing.
    const [shown] = await viewer.client.call("GET /api/autodesk/links");
    expect(shown).toMatchObject({ id: made.id, can: { import: false, delete: false } });
    expect(await stranger.client.call("GET /api/autodesk/links")).toEqual([]);
    const params = { id: made.id };
    for (const [{ client }, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      expect((await client.refused("DELETE /api/autodesk/links/{id}", { params })).status).toBe(status);
      const sheets = { params, body: { sheets: ["x"] } };
      expect((await client.refused("POST /api/autodesk/links/{id}/sheets", sheets)).status).toBe(status);
    }
    await mine.client.call("DELETE /api/autodesk/links/{id}", { params });
    expect(await mine.client.call("GET /api/autodesk/links")).toEqual([]);
  });
});

describe("importing drawings as floor plans", () => {
  it("names them by number and title; a new issue becomes a new version of the same floor plan", async () => {
    const mine = await owner();
    const id_project = await project(mine, "Import");
    const { id } = await link(mine, id_project);
    const told = await bring(mine.client, id, ["gone", "sheet-a-101-1"]);
    expect(told).toMatchObject({ kind: "sheets", state: "partial", done: 2, total: 2, linked: 1 });
    // Missing drawings are reported; the rest is imported.
    expect(told.warnings).toEqual([{ title: "gone", detail: "The sheet no longer exists." }]);
    const plans = await plansOf(mine.client, id_project);
    expect(plans.map(({ name, version }) => [name, version])).toEqual([["A-101 Ground floor", 1]]);
    expect(plans[0]?.image).not.toBeNull();
    const route = "GET /api/autodesk/projects/{project}/sheets";
    const shown = await mine.client.call(route, { params: { project: "b.tower" } });
    expect(shown.items.map(({ id_sheet }) => id_sheet)).toEqual([plans[0]?.id, null, null]);
    const stranger = await site.connected();
    const hidden = await stranger.client.call(route, { params: { project: "b.tower" } });
    expect(hidden.items.every(({ id_sheet }) => id_sheet === null)).toBe(true);

    // Importing the same issue a second time changes nothing.
    await bring(mine.client, id, ["sheet-a-101-1"]);
    expect((await plansOf(mine.client, id_project))[0]?.version).toBe(1);
    site.autodesk.issue("b.tower", "A-101", await planPdf({ pages: [[700, 700]] }));
    const next = await bring(mine.client, id, ["sheet-a-101-1-next"]);
    expect(next).toMatchObject({ state: "done", linked: 1 });
    const after = await plansOf(mine.client, id_project);
    expect(after.map(({ id: sheet, version }) => [sheet, version])).toEqual([[plans[0]?.id, 2]]);
    const versions = await mine.client.call("GET /api/maps/{id}/versions", {
      params: { id: plans[0]?.id ?? 0 },
    });
    expect(versions[0]?.author).not.toBeNull();
    // One PDF was made for each imported drawing, and no token left the server.
    expect(site.autodesk.calls("/exports", "POST")).toHaveLength(3);
    // The floor plans stay after the link is removed.
    await mine.client.call("DELETE /api/autodesk/links/{id}", { params: { id } });
    expect(await plansOf(mine.client, id_project)).toHaveLength(1);
  });

  it("takes the pages of a PDF file where the project has no list of drawings", async () => {
    const mine = await owner();
    const id_project = await project(mine, "Older");
    const { id } = await link(mine, id_project, "b.quay");
    const { items } = await mine.client.call("GET /api/autodesk/projects/{project}/sheets", {
      params: { project: "b.quay" },
    });
    const pages = items.filter(({ can_import }) => can_import).map((one) => one.id);
    expect(await bring(mine.client, id, pages)).toMatchObject({ state: "done", linked: 2 });
    const plans = await plansOf(mine.client, id_project);
    expect(plans.map(({ name }) => name)).toEqual(["Site plan 1", "Site plan 2"]);
    // The second page is in portrait format.
    const [first, second] = plans.map(({ width, height }) => (width ?? 0) > (height ?? 0));
    expect([first, second]).toEqual([true, false]);
  });

  it("reports in the service's words that a PDF could not be made", async () => {
    const mine = await owner();
    const { id } = await link(mine, await project(mine, "Unmade"));
    site.autodesk.knobs.exportPolls = -1;
    const begun = await mine.client.call("POST /api/autodesk/links/{id}/sheets", {
      params: { id },
      body: { sheets: ["sheet-a-102-1"] },
    });
    const told = await ended(mine.client, begun);
    expect(told).toMatchObject({ state: "failed", failure: "AUTODESK_FAILED" });
    expect(told.warnings).toEqual([
      { title: "A-102 First floor", detail: "Autodesk could not complete this: The drawing was deleted" },
    ]);
  });

  it("uses the rights that the user has at the time of the import", async () => {
    const [mine, editor] = [await owner(), await site.connected()];
    const id_project = await project(mine, "Left");
    await site.app.join(id_project, editor, "editor");
    const { id } = await link(mine, id_project);
    const before = site.autodesk.calls("/exports", "POST").length;
    Object.assign(site.autodesk.knobs, { about: "/exports", slow: 300 });
    const begun = await editor.client.call("POST /api/autodesk/links/{id}/sheets", {
      params: { id },
      body: { sheets: ["sheet-a-102-1"] },
    });
    await site.app.database.db
      .deleteFrom("project_members")
      .where("id_user", "=", editor.id)
      .where("id_project", "=", id_project)
      .execute();
    const told = await ended(editor.client, begun);
    expect(told).toMatchObject({ state: "failed", failure: "SHEET_EDIT_DENIED", linked: 0 });
    expect(await plansOf(mine.client, id_project)).toEqual([]);
    expect(site.autodesk.calls("/exports", "POST").length - before).toBeLessThanOrEqual(1);
  });
});
