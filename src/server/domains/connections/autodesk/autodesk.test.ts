import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Route } from "#contract/index.ts";
import { urns } from "#test/autodesk-service/index.ts";
import type { TestClient } from "#test/client.ts";
import { changeSettings } from "#test/sign-in.ts";
import { type AutodeskSite, autodeskSite, type Person } from "./autodesk-site.fixture.ts";

let site: AutodeskSite;
let person: Person;
let client: TestClient;

beforeAll(async () => {
  site = await autodeskSite();
  person = await site.connected({ role: "administrator" });
  client = person.client;
});
afterAll(() => site.close());
beforeEach(() => site.autodesk.calm());

const tower = { hub: "b.harbour", project: "b.tower" };
const files = "urn:adsk.wipprod:fs.folder:co.files";

describe("hubs and projects", () => {
  it("are listed, hubs with their region and type", async () => {
    const { items, warnings } = await client.call("GET /api/autodesk/hubs");
    expect(items).toEqual([
      { id: "b.harbour", name: "Harbour Works", region: "US", kind: "acc" },
      { id: "b.alpine", name: "Alpine Works", region: "EMEA", kind: "acc" },
      { id: "a.design", name: "Design team", region: "US", kind: "team" },
    ]);
    expect(warnings).toEqual([]);
  });

  it("report which region did not respond, beside the results of the others", async () => {
    site.autodesk.knobs.isPartial = true;
    const { items, warnings } = await client.call("GET /api/autodesk/hubs");
    expect(items.map(({ name }) => name)).toEqual(["Harbour Works", "Design team"]);
    expect(warnings).toEqual([
      {
        title: "Unable to get hubs from BIM360DM EMEA.",
        detail: "You don't have permission to access this API.",
      },
    ]);
  });

  it("are read page by page, numbered from 0", async () => {
    site.autodesk.knobs.pageSize = 2;
    const before = site.autodesk.log.length;
    const { items, warnings } = await client.call("GET /api/autodesk/hubs/{hub}/projects", { params: tower });
    expect(items.map(({ name }) => name)).toEqual(["Tower", "Quay", "Depot", "School", "Bridge"]);
    expect(items[0]).toEqual({ id: "b.tower", name: "Tower", hub_id: "b.harbour", link: null });
    expect(warnings).toEqual([]);
    expect(site.autodesk.log.length - before).toBe(3);
  });

  it("leave out linked projects on request, but only where the caller may see the link", async () => {
    const own = await client.call("POST /api/projects", { body: { name: "Depot of ours" } });
    const link = { project_id: own.id, adsk_project_id: "b.depot", adsk_hubId: "b.harbour" };
    await client.call("POST /api/autodesk/sync-project", { body: link });
    const names = async (who: TestClient, exclude_existing?: "1") => {
      const query = exclude_existing === undefined ? {} : { exclude_existing };
      const told = await who.call("GET /api/autodesk/hubs/{hub}/projects", { params: tower, query });
      return told.items;
    };
    expect((await names(client)).find(({ id }) => id === "b.depot")?.link).toMatchObject({
      id_project: own.id,
      project: "Depot of ours",
    });
    expect((await names(client, "1")).map(({ id }) => id)).not.toContain("b.depot");
    const stranger = await site.connected();
    expect((await names(stranger.client, "1")).map(({ id }) => id)).toContain("b.depot");
    expect((await names(stranger.client)).every((one) => one.link === null)).toBe(true);
    expect(await stranger.client.call("GET /api/autodesk/links")).toEqual([]);
    expect(await stranger.client.call("GET /api/autodesk/syncs")).toEqual([]);
  });
});

describe("folders and files", () => {
  it("start with the top-level folders", async () => {
    const route = "GET /api/autodesk/hubs/{hub}/projects/{project}/folders";
    const { items } = await client.call(route, { params: tower });
    expect(items.map(({ kind, name }) => [kind, name])).toEqual([
      ["folder", "Plans"],
      ["folder", "Project Files"],
    ]);
  });

  const contents = "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents";
  it("list a folder: folders first, then files with the data of their newest version, over several pages", async () => {
    site.autodesk.knobs.pageSize = 2;
    const { items } = await client.call(contents, { params: { ...tower, folder: files } });
    expect(items.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "folder Confidential",
      "folder Structure",
      "item Notes.docx",
      "item Site plan.pdf",
      "item Tower.rvt",
    ]);
    expect(items.at(-1)).toEqual({
      id: "urn:adsk.wipprod:dm.lineage:tower",
      kind: "item",
      name: "Tower.rvt",
      file_type: "rvt",
      bytes: 12_000_000,
      version: 3,
      urn: urns.tower,
      updated_at: "2026-01-12T09:45:30.123Z",
      updated_by: "Site Architect",
    });
    expect(items[2]).toMatchObject({ urn: null, version: 1 });
  });

  it("report what the account may not see, and what was deleted", async () => {
    const secret = { ...tower, folder: "urn:adsk.wipprod:fs.folder:co.secret" };
    expect(await client.refused(contents, { params: secret })).toMatchObject({
      status: 403,
      code: "AUTODESK_DENIED",
    });
    const gone = { ...tower, folder: "urn:adsk.wipprod:fs.folder:co.gone" };
    expect(await client.refused(contents, { params: gone })).toMatchObject({
      status: 404,
      code: "AUTODESK_UNKNOWN",
    });
  });

  it("list the versions of a file, newest first", async () => {
    const { items } = await client.call("GET /api/autodesk/projects/{project}/items/{item}/versions", {
      params: { project: "b.tower", item: "urn:adsk.wipprod:dm.lineage:tower" },
    });
    expect(items.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(items[0]).toMatchObject({ name: "Tower.rvt", urn: urns.tower, created_by: "Site Architect" });
  });
});

describe("models", () => {
  const manifest = (urn: string, region?: string) =>
    client.call("GET /api/autodesk/models/manifest", {
      query: { urn, ...(region !== undefined && { region }) },
    });

  it("are processed step by step, and then have views", async () => {
    expect(await manifest(urns.tower)).toMatchObject({ status: "pending", views: [] });
    expect(await manifest(urns.tower)).toMatchObject({ status: "inprogress", progress: "42% complete" });
    expect(await manifest(urns.tower)).toEqual({
      status: "success",
      progress: "complete",
      messages: [],
      views: [
        { guid: "view-3d", name: "{3D}", role: "3d", phase: "" },
        { guid: "view-a101", name: "A101 - Ground floor", role: "2d", phase: "New construction" },
      ],
    });
  });

  it("report why processing failed, and that it was never started", async () => {
    expect(await manifest(urns.broken)).toMatchObject({
      status: "failed",
      messages: ["The file is not a valid AutoCAD drawing.", "TranslationWorker-InternalFailure"],
    });
    expect(await manifest(urns.untranslated)).toMatchObject({ status: "none", views: [] });
  });

  it("are requested in their region", async () => {
    expect(await manifest(urns.chalet)).toMatchObject({ status: "none" });
    expect(await manifest(urns.chalet, "EMEA")).toMatchObject({ status: "success" });
  });
});

describe("drawings", () => {
  const sheets = (project: string, query = {}) =>
    client.call("GET /api/autodesk/projects/{project}/sheets", { params: { project }, query });

  it("of ACC come from its own list, including those in collections, over several pages", async () => {
    site.autodesk.knobs.pageSize = 1;
    const { items, warnings } = await sheets("b.tower");
    expect(items.map(({ number, title }) => `${number} ${title}`)).toEqual([
      "A-101 Ground floor",
      "A-102 First floor",
      "S-201 Foundations",
    ]);
    expect(items[0]).toEqual({
      id: "sheet-a-101-1",
      number: "A-101",
      title: "Ground floor",
      version_set: "Tender",
      issued_on: "2026-01-15",
      urn: Buffer.from("urn:adsk.bimdocs:seed:sheet-a-101-1").toString("base64url"),
      guid: "guid-sheet-a-101-1",
      id_sheet: null,
      can_import: true,
    });
    expect(warnings).toEqual([]);
  });

  it.each([["told"], ["looked for"]])(
    "elsewhere are the flat views of the project's files; its hub is %s",
    async (way) => {
      // A model that is not processed yet has none.
      site.autodesk.knobs.pageSize = 0;
      const { items, warnings } = await sheets("b.quay", way === "told" ? { hub: "b.harbour" } : {});
      expect(items.map(({ number, title, can_import }) => [number, title, can_import])).toEqual([
        ["Site plan 1", "", true],
        ["Site plan 2", "", true],
      ]);
      expect(warnings.map(({ title }) => title)).toEqual(["Confidential"]);
      for (const _ of [1, 2])
        await client.call("GET /api/autodesk/models/manifest", { query: { urn: urns.tower } });
      const later = await sheets("b.quay", { hub: "b.harbour" });
      expect(later.items.map(({ number, title, can_import }) => [number, title, can_import])).toContainEqual([
        "A101",
        "Ground floor",
        false,
      ]);
    },
  );

  it("elsewhere are searched in the region of their hub", async () => {
    const { items } = await sheets("b.lodge");
    expect(items.map(({ number, title, can_import }) => [number, title, can_import])).toEqual([
      ["E-001", "Attic", false],
    ]);
  });

  it("of an unknown project are unknown", async () => {
    const params = { project: "b.nowhere" };
    expect((await client.refused("GET /api/autodesk/projects/{project}/sheets", { params })).code).toBe(
      "AUTODESK_UNKNOWN",
    );
  });
});

describe("errors of Autodesk", () => {
  const hubs = () => site.autodesk.calls("/project/v1/hubs").length;

  it("are retried when it asks for a short wait", async () => {
    Object.assign(site.autodesk.knobs, { busy: 1, retryAfter: 0 });
    const before = hubs();
    expect((await client.call("GET /api/autodesk/hubs")).items).toHaveLength(3);
    expect(hubs() - before).toBe(2);
  });

  it("are reported with the time to wait after a single call when it asks for a longer wait", async () => {
    Object.assign(site.autodesk.knobs, { busy: 10, retryAfter: 30 });
    const before = hubs();
    const { status, headers, body } = await client.raw("GET /api/autodesk/hubs");
    expect({ status, code: (body as { code: string }).code, after: headers.get("retry-after") }).toEqual({
      status: 503,
      code: "AUTODESK_BUSY",
      after: "30",
    });
    expect(hubs() - before).toBe(1);
  });

  it("are retried a few times when there is no response", async () => {
    site.autodesk.knobs.drop = 100;
    const before = hubs();
    expect(await client.refused("GET /api/autodesk/hubs")).toMatchObject({
      status: 504,
      code: "AUTODESK_SILENT",
    });
    expect(hubs() - before).toBe(3);
  });
});

/** Every call, with a sample request. */
const calls: readonly (readonly [Route, object])[] = [
  ["GET /api/autodesk/auth-url", {}],
  ["GET /api/autodesk/check-auth", {}],
  ["GET /api/autodesk/get-access-token", {}],
  ["POST /api/autodesk/refresh", {}],
  ["GET /api/autodesk/hubs", {}],
  ["GET /api/autodesk/hubs/{hub}/projects", { params: tower }],
  ["GET /api/autodesk/hubs/{hub}/projects/{project}/folders", { params: tower }],
  [
    "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents",
    { params: { ...tower, folder: files } },
  ],
  [
    "GET /api/autodesk/projects/{project}/items/{item}/versions",
    { params: { project: "b.tower", item: "i" } },
  ],
  ["GET /api/autodesk/projects/{project}/sheets", { params: tower }],
  ["GET /api/autodesk/models/manifest", { query: { urn: urns.tower } }],
  ["POST /api/autodesk/sync-hub", { body: { hub_id: "b.harbour" } }],
  ["GET /api/autodesk/syncs", {}],
  ["GET /api/autodesk/links", {}],
];
const needKeys = calls.filter(([route]) => !/(syncs|links)$/.test(route));

describe("access to Autodesk", () => {
  const codes = async (who: TestClient, asked: readonly (readonly [Route, object])[]) => {
    const replies = await Promise.all(asked.map(([route, input]) => who.raw(route, input)));
    return replies.map(({ status, body }) => `${status} ${(body as { code?: string }).code ?? ""}`);
  };
  const config = (who: TestClient) => who.call("GET /api/autodesk/check-config");

  /** Whether the menu offers Autodesk: the browser decides by this flag. */
  const isOffered = async (who: TestClient) => (await who.call("GET /api/user"))?.can.autodesk;

  it("is open to everyone by default, with the address of the viewer", async () => {
    expect(await config(client)).toEqual({
      configured: true,
      off_because: null,
      viewer: {
        script: `${site.autodesk.endpoints.viewer}/viewer3D.min.js`,
        styles: `${site.autodesk.endpoints.viewer}/style.min.css`,
      },
    });
    // Programs written for the original API read it at the top level.
    const { body } = await client.raw("GET /api/autodesk/check-config");
    expect(body).toMatchObject({ status: "success", configured: true, data: { configured: true } });
  });

  it("is closed, for every call, to a plan without it, and open to a plan with it", async () => {
    const admin = await site.app.as(await site.app.user({ role: "super_admin" }));
    const small = await admin.call("POST /api/plans", {
      body: { name: "Small", price: 1, features: ["API"] },
    });
    const large = await admin.call("POST /api/plans", {
      body: { name: "Large", price: 2, features: ["Autodesk"] },
    });
    const who = await site.connected();
    const give = (id_plan: number) =>
      admin.call("PUT /api/users/{id}/plan", { params: { id: who.id }, body: { id_plan } });
    await give(small.id);
    expect(new Set(await codes(who.client, calls))).toEqual(new Set(["403 AUTODESK_OFF"]));
    expect(await config(who.client)).toMatchObject({ configured: false, off_because: "plan" });
    expect(await isOffered(who.client)).toBe(false);
    await give(large.id);
    expect((await who.client.call("GET /api/autodesk/hubs")).items).toHaveLength(3);
    expect(await isOffered(who.client)).toBe(true);
    // Disconnecting is always allowed.
    await give(small.id);
    await who.client.call("POST /api/autodesk/logout");
  });

  it("is closed when switched off for the platform, for super admins as well", async () => {
    const admin = await site.app.as(await site.app.user({ role: "super_admin" }));
    await changeSettings(site.app, { adsk_enable: false });
    expect(new Set(await codes(client, calls))).toEqual(new Set(["403 AUTODESK_OFF"]));
    expect(new Set(await codes(admin, calls))).toEqual(new Set(["403 AUTODESK_OFF"]));
    expect(await config(client)).toMatchObject({ configured: false, off_because: "site" });
    expect(await Promise.all([client, admin].map(isOffered))).toEqual([false, false]);
    await changeSettings(site.app, { adsk_enable: true });
    expect(await Promise.all([client, admin].map(isOffered))).toEqual([true, true]);
  });

  it("is closed while the keys are missing", async () => {
    await changeSettings(site.app, { adsk_client_id: "" });
    expect(new Set(await codes(client, needKeys))).toEqual(new Set(["403 AUTODESK_OFF"]));
    expect(await config(client)).toMatchObject({ configured: false, off_because: "keys" });
    await changeSettings(site.app, { adsk_client_id: "sitewalk-client" });
    expect(await config(client)).toMatchObject({ configured: true });
  });
});
