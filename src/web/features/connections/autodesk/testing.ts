import type {
  AutodeskEntry,
  AutodeskHub,
  AutodeskLink,
  AutodeskManifest,
  AutodeskProject,
  AutodeskSheet,
  AutodeskSync,
  AutodeskVersion,
} from "#contract/autodesk.ts";
import { type Answer, type Answers, ok } from "#test/web/api-server.ts";

/** Content of an Autodesk account, as described by the server. */
export const aHub = (change: Partial<AutodeskHub> = {}): AutodeskHub => ({
  id: "b.harbour",
  name: "Harbour Works",
  region: "US",
  kind: "acc",
  ...change,
});

export const aTheirs = (change: Partial<AutodeskProject> = {}): AutodeskProject => ({
  id: "b.tower",
  name: "Tower",
  hub_id: "b.harbour",
  link: null,
  ...change,
});

export const anEntry = (change: Partial<AutodeskEntry> = {}): AutodeskEntry => ({
  id: "urn:adsk.wipprod:dm.lineage:tower",
  kind: "item",
  name: "Tower.rvt",
  file_type: "rvt",
  bytes: 12_000_000,
  version: 3,
  urn: "dXJuOnRvd2Vy",
  updated_at: "2026-11-10T08:00:00.000Z",
  updated_by: "Site Architect",
  ...change,
});

export const aFolder = (name: string): AutodeskEntry =>
  anEntry({
    id: `urn:adsk.wipprod:fs.folder:co.${name.toLowerCase().replaceAll(" ", "-")}`,
    kind: "folder",
    name,
    file_type: "",
    bytes: null,
    version: null,
    urn: null,
    updated_at: null,
    updated_by: "",
  });

export const aVersion = (number: number, change: Partial<AutodeskVersion> = {}): AutodeskVersion => ({
  id: `urn:adsk.wipprod:fs.file:vf.tower?version=${number}`,
  number,
  name: "Tower.rvt",
  bytes: 12_000_000,
  urn: number === 3 ? "dXJuOnRvd2Vy" : null,
  created_at: "2026-11-10T08:00:00.000Z",
  created_by: "Site Architect",
  ...change,
});

export const aDrawing = (number: string, change: Partial<AutodeskSheet> = {}): AutodeskSheet => ({
  id: `sheet-${number}`,
  number,
  title: "Ground floor",
  version_set: "Tender",
  issued_on: "2026-01-15",
  urn: "dXJuOnNoZWV0",
  guid: `view-${number}`,
  id_sheet: null,
  can_import: true,
  ...change,
});

export const aLink = (change: Partial<AutodeskLink> = {}): AutodeskLink => ({
  id: 4,
  id_project: 1,
  project: "Tower B",
  adsk_hubId: "b.harbour",
  adsk_project_id: "b.tower",
  adsk_project: "Tower",
  linked_at: "2026-11-01T08:00:00.000Z",
  synced_at: "2026-11-10T08:00:00.000Z",
  counts: { folders: 3, items: 11, sheets: 2 },
  can: { import: true, delete: true },
  ...change,
});

export const aSync = (change: Partial<AutodeskSync> = {}): AutodeskSync => ({
  id: 9,
  kind: "project",
  name: "Tower",
  state: "running",
  done: 3,
  total: 10,
  warnings: [],
  linked: 0,
  failure: "",
  created_at: "2026-11-20T08:00:00.000Z",
  finished_at: null,
  ...change,
});

export const aManifest = (change: Partial<AutodeskManifest> = {}): AutodeskManifest => ({
  status: "success",
  progress: "complete",
  messages: [],
  views: [
    { guid: "view-3d", name: "{3D}", role: "3d", phase: "" },
    { guid: "view-a101", name: "A101", role: "2d", phase: "" },
    { guid: "view-a102", name: "A102", role: "2d", phase: "" },
  ],
  ...change,
});

export const viewerFiles = {
  script: "https://viewer.example/viewer3D.min.js",
  styles: "https://viewer.example/style.min.css",
};

/** Lists that may report failed regions. */
export const listed = (items: readonly unknown[], warnings: readonly unknown[] = []) =>
  ok({ items, warnings });

/** Positions of a reply's content: under `data`, or beside `status` as on other servers. */
export const places: readonly (readonly [string, (said: object) => Answer])[] = [
  ["under data", ok],
  ["at the top", (said) => ({ body: { status: "success", ...said } })],
];

/** A site with Autodesk set up, and a user whose connected account contains a little of everything. */
export const connectedAnswers = (): Answers => ({
  "GET /api/autodesk/check-config": () => ok({ configured: true, off_because: null, viewer: viewerFiles }),
  "GET /api/autodesk/check-auth": () =>
    ok({ authenticated: true, account: "architect@example.org", expires_at: null }),
  "GET /api/autodesk/hubs": () => listed([aHub()]),
  "GET /api/autodesk/hubs/{hub}/projects": () => listed([aTheirs()]),
  "GET /api/autodesk/hubs/{hub}/projects/{project}/folders": () => listed([aFolder("Project Files")]),
  "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents": () =>
    listed([aFolder("Structure"), anEntry()]),
  "GET /api/autodesk/projects/{project}/items/{item}/versions": () =>
    ok({ items: [aVersion(3), aVersion(2)] }),
  "GET /api/autodesk/projects/{project}/sheets": () => listed([aDrawing("A-101")]),
  "GET /api/autodesk/models/manifest": () => ok(aManifest()),
  "GET /api/autodesk/links": () => ok([]),
  "GET /api/autodesk/syncs": () => ok([]),
});
