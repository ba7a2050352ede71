import { z } from "zod";
import { Empty, Flag, Id, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** Names of hubs, projects, folders, items and models, as Autodesk provides them (`b.…`, `urn:adsk…`). */
const Outside = z.string().trim().min(1).max(limits.autodesk.id);

/** Some regions did not respond; the results of the others are still returned. */
const Warning = z.object({ title: z.string(), detail: z.string() });

export const AutodeskHub = z.object({
  id: z.string(),
  name: z.string(),
  /** `US`, `EMEA`, `AUS`, … */
  region: z.string(),
  kind: z.enum(["acc", "bim360", "team", "personal", "other"]),
});
export type AutodeskHub = z.output<typeof AutodeskHub>;

export const AutodeskProject = z.object({
  id: z.string(),
  name: z.string(),
  hub_id: z.string(),
  /** The project here that it is linked to, if the caller may see it. */
  link: z.object({ id: z.number(), id_project: z.number(), project: z.string() }).nullable(),
});
export type AutodeskProject = z.output<typeof AutodeskProject>;

export const AutodeskEntry = z.object({
  id: z.string(),
  kind: z.enum(["folder", "item"]),
  name: z.string(),
  /** `rvt`, `pdf`, `dwg`; empty for folders. */
  file_type: z.string(),
  /** Of an item's newest version: bytes, number, and the name its model is viewed by; null if there is none. */
  bytes: z.number().nullable(),
  version: z.number().nullable(),
  urn: z.string().nullable(),
  updated_at: z.string().nullable(),
  updated_by: z.string(),
});
export type AutodeskEntry = z.output<typeof AutodeskEntry>;

export const AutodeskVersion = z.object({
  id: z.string(),
  number: z.number(),
  name: z.string(),
  bytes: z.number().nullable(),
  urn: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
});
export type AutodeskVersion = z.output<typeof AutodeskVersion>;

/** A sheet of a project at Autodesk. */
export const AutodeskSheet = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  /** The set it was issued with, and when. */
  version_set: z.string(),
  issued_on: z.string().nullable(),
  /** Input of the viewer: the model, and the view in it. */
  urn: z.string().nullable(),
  guid: z.string().nullable(),
  /** The floor plan here that was created from it. */
  id_sheet: z.number().nullable(),
  /** It can be imported as a floor plan. */
  can_import: z.boolean(),
});
export type AutodeskSheet = z.output<typeof AutodeskSheet>;

export const AutodeskManifest = z.object({
  status: z.enum(["none", "pending", "inprogress", "success", "failed", "timeout"]),
  /** As reported by Autodesk: `complete`, `42% complete`. */
  progress: z.string(),
  /** Error messages, in the words of the service. */
  messages: z.array(z.string()),
  views: z.array(
    z.object({ guid: z.string(), name: z.string(), role: z.enum(["2d", "3d"]), phase: z.string() }),
  ),
});
export type AutodeskManifest = z.output<typeof AutodeskManifest>;

/** A project at Autodesk and the linked one here. */
export const AutodeskLink = z.object({
  id: z.number(),
  id_project: z.number(),
  project: z.string(),
  adsk_hubId: z.string(),
  adsk_project_id: z.string(),
  adsk_project: z.string(),
  linked_at: z.string(),
  synced_at: z.string().nullable(),
  /** Counts of the last sync. */
  counts: z.object({ folders: z.number(), items: z.number(), sheets: z.number() }),
  can: z.record(z.string(), z.boolean()),
});
export type AutodeskLink = z.output<typeof AutodeskLink>;

/** A sync running in the background. */
export const AutodeskSync = z.object({
  id: z.number(),
  kind: z.enum(["hub", "project", "sheets"]),
  /** Name of the hub or the project. */
  name: z.string(),
  state: z.enum(["waiting", "running", "done", "partial", "failed"]),
  done: z.number(),
  /** Null until the total is known. */
  total: z.number().nullable(),
  /** Items left out, with reasons. */
  warnings: z.array(Warning),
  linked: z.number(),
  /** Code of the error that stopped it (`AUTODESK_SIGN_IN`, …, see errors); empty if there is none. */
  failure: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type AutodeskSync = z.output<typeof AutodeskSync>;

const HubParams = z.object({ hub: Outside });
const FolderParams = z.object({ hub: Outside, project: Outside, folder: Outside });
const Contents = z.object({ items: z.array(AutodeskEntry), warnings: z.array(Warning) });
/** For the viewer in the page: it can only read models. `expires_in`: seconds. */
const ViewerToken = z.object({ access_token: z.string(), expires_in: z.number() });

/**
 * Data that the caller's account at Autodesk Platform Services can see. A 401 of these calls concerns that account and
 * leaves the session here unaffected. Calls whose reply other programs read at the top level also include it there
 * (`spread`).
 */
export const autodeskApi = defineApi({
  "GET /api/autodesk/check-config": endpoint({
    access: "user",
    summary: "Whether the caller can use Autodesk here.",
    response: z.object({
      configured: z.boolean(),
      off_because: z.enum(["site", "plan", "keys"]).nullable(),
      /** Script and styles of the viewer. */
      viewer: z.object({ script: z.string(), styles: z.string() }),
    }),
    spread: true,
  }),
  "GET /api/autodesk/auth-url": endpoint({
    access: "user",
    summary:
      "Start connecting. The browser returns to /api/autodesk/callback and from there to /autodesk?adsk_callback=1&status=…",
    response: z.object({ authUrl: z.string() }),
    spread: true,
    perMinute: 30,
  }),
  "GET /api/autodesk/check-auth": endpoint({
    access: "user",
    summary: "Whether the caller is connected.",
    response: z.object({
      authenticated: z.boolean(),
      account: z.string(),
      expires_at: z.string().nullable(),
    }),
    spread: true,
  }),
  "GET /api/autodesk/get-access-token": endpoint({
    access: "user",
    summary: "An access token for the viewer in the page.",
    response: ViewerToken,
    spread: true,
    perMinute: 60,
  }),
  "POST /api/autodesk/refresh": endpoint({
    access: "user",
    summary: "Refresh the access token for the viewer in the page.",
    response: ViewerToken,
    spread: true,
    perMinute: 30,
  }),
  "POST /api/autodesk/logout": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Disconnect and revoke access at Autodesk. Links are kept.",
    response: Empty,
  }),
  "GET /api/autodesk/hubs": endpoint({
    access: "user",
    summary: "Hubs of the caller's Autodesk account.",
    response: z.object({ items: z.array(AutodeskHub), warnings: z.array(Warning) }),
  }),
  "GET /api/autodesk/hubs/{hub}/projects": endpoint({
    access: "user",
    summary: "Projects of a hub.",
    params: HubParams,
    query: z.object({ exclude_existing: Flag.optional() }),
    response: z.object({ items: z.array(AutodeskProject), warnings: z.array(Warning) }),
  }),
  "GET /api/autodesk/hubs/{hub}/projects/{project}/folders": endpoint({
    access: "user",
    summary: "Top-level folders of a project.",
    params: z.object({ hub: Outside, project: Outside }),
    response: Contents,
  }),
  "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents": endpoint({
    access: "user",
    summary: "Contents of a folder: folders first, then files.",
    params: FolderParams,
    response: Contents,
  }),
  "GET /api/autodesk/projects/{project}/items/{item}/versions": endpoint({
    access: "user",
    summary: "The versions of a file, newest first.",
    params: z.object({ project: Outside, item: Outside }),
    response: z.object({ items: z.array(AutodeskVersion) }),
  }),
  "GET /api/autodesk/projects/{project}/sheets": endpoint({
    access: "user",
    summary: "Sheets of a project; without a sheet list, the sheets of its models.",
    params: z.object({ project: Outside }),
    // If its hub is not given, it is searched for, which takes longer.
    query: z.object({ hub: Outside.optional() }),
    response: z.object({ items: z.array(AutodeskSheet), warnings: z.array(Warning) }),
    perMinute: 60,
  }),
  "GET /api/autodesk/models/manifest": endpoint({
    access: "user",
    summary: "Status of preparing a model for viewing, and its views.",
    query: z.object({ urn: Outside, region: z.string().trim().max(10).optional() }),
    response: AutodeskManifest,
  }),
  "POST /api/autodesk/sync-hub": endpoint({
    access: "user",
    summary:
      "Sync the list of a hub's projects in the background. Projects with exactly the same name as one project the caller can edit are linked to it.",
    body: z.object({ hub_id: Outside }),
    response: AutodeskSync,
    status: 202,
  }),
  "POST /api/autodesk/sync-project": endpoint({
    access: { can: "project.edit", by: "project_id" },
    summary: "Link an Autodesk project to a project here, and sync its folders in the background.",
    body: z.object({ project_id: Id, adsk_project_id: Outside, adsk_hubId: Outside }),
    response: z.object({ link: AutodeskLink, sync: AutodeskSync }),
    status: 202,
  }),
  "GET /api/autodesk/syncs": endpoint({
    access: "user",
    summary: "The caller's syncs, newest first, at most 20.",
    response: z.array(AutodeskSync),
  }),
  "GET /api/autodesk/links": endpoint({
    access: "user",
    summary: "Links of projects that the caller can see.",
    response: z.array(AutodeskLink),
  }),
  "DELETE /api/autodesk/links/{id}": endpoint({
    access: { can: "autodesk_link.delete", by: "id" },
    summary: "Unlink. Imported floor plans are kept.",
    params: IdParams,
    response: Empty,
  }),
  "POST /api/autodesk/links/{id}/sheets": endpoint({
    access: { can: "autodesk_link.import", by: "id" },
    summary:
      "Import sheets of the linked project as floor plans, in the background. A sheet that was imported before becomes a new version of its floor plan.",
    params: IdParams,
    body: z.object({ sheets: z.array(Outside).min(1).max(limits.autodesk.sheets) }),
    response: AutodeskSync,
    status: 202,
  }),
});
