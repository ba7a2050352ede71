import { z } from "zod";
import { Empty, Id, IdParams, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { ProjectPerson } from "./projects.ts";

/** Export of a project as a zip file: all of its data, and a page that opens it without a server. */
export const ProjectExport = z.object({
  id: z.number(),
  id_project: z.number(),
  state: z.enum(["waiting", "building", "ready", "failed", "cancelled"]),
  /** 0..1, by bytes. */
  progress: z.number(),
  /** Bytes; an estimate until it is ready. */
  size: z.number(),
  /** Address of the file once it is ready; for users who may export, for some days. */
  url: z.string().nullable(),
  /** Reason for waiting: another export of the project, or two of the same user being built. */
  waits_for: z.enum(["project", "person"]).nullable(),
  failure: z.string().nullable(),
  who: ProjectPerson.nullable(),
  created_at: Instant,
  expires_at: Instant.nullable(),
});
export type ProjectExport = z.output<typeof ProjectExport>;

export const exportsApi = defineApi(
  {
    "GET /api/projects/export/{id}": endpoint({
      access: { can: "project.export", by: "id" },
      summary:
        "The project as a ZIP file, built while it is sent. Refused with EXPORT_TOO_LARGE above 200 MB, and with EXPORT_BUSY while other exports of the project or the caller are being built.",
      params: IdParams,
      query: z.object({ lang: Language.optional() }),
      download: "application/zip",
      response: Empty,
      perMinute: 10,
    }),
    "GET /api/project-exports": endpoint({
      access: { can: "project.export", by: "id_project" },
      summary: "The estimated size of an export, and recent exports, newest first.",
      query: z.object({ id_project: Id }),
      response: z.object({
        /** Estimated bytes of a new one. */
        size: z.number(),
        /** Whether it is sent while it is made, or has to be built first: because it is large, or others are being made. */
        is_streamed: z.boolean(),
        /** Whether the limit of concurrent exports of the project, or of the caller, is reached: a new one waits. */
        is_busy: z.boolean(),
        exports: z.array(ProjectExport),
      }),
    }),
    "POST /api/project-exports": endpoint({
      access: { can: "project.export", by: "id_project" },
      whenOverdue: "open",
      summary: "Build an export in the background. Returns the caller's running export if there is one.",
      body: z.object({ id_project: Id, lang: Language.optional() }),
      response: ProjectExport,
      status: 202,
    }),
    "GET /api/project-exports/{id}": endpoint({
      access: { can: "project_export.view", by: "id" },
      summary: "The progress of an export.",
      params: IdParams,
      response: ProjectExport,
    }),
    "GET /api/project-exports/{id}/file": endpoint({
      access: { can: "project_export.view", by: "id" },
      summary: "The file of a finished export. Supports range requests, so that downloads can resume.",
      params: IdParams,
      download: "application/zip",
      response: Empty,
    }),
    "DELETE /api/project-exports/{id}": endpoint({
      access: { can: "project_export.cancel", by: "id" },
      whenOverdue: "open",
      summary: "Stop building an export, or delete its file.",
      params: IdParams,
      response: Empty,
    }),
  },
  "reports",
);
