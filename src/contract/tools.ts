import { z } from "zod";
import { snagStatuses, toolNames } from "./choices.ts";
import { Can, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** Tools to which snags can be sent as cards: `trello`, `monday` or `clickup`. */
export const Tool = z.enum(toolNames);
export type Tool = z.output<typeof Tool>;

/** Names of boards, lists, statuses and cards, as given by the tool: treated as opaque. */
const Outside = z.string().trim().min(1).max(limits.tools.id);

/** A user's connected account at the tool. Its tokens never leave the server. */
export const ToolConnection = z.object({
  id: z.number(),
  tool: Tool,
  /** Name of the account there, as of connecting. */
  account: z.string(),
  /** By signing in there, or with a pasted token. */
  way: z.enum(["sign_in", "token"]),
  /** `reauth`: the tool no longer accepts the token; sent snags stay linked, and wait. */
  state: z.enum(["connected", "reauth"]),
  connected_at: z.string(),
  /** Time of the tool's last response. */
  seen_at: z.string().nullable(),
});
export type ToolConnection = z.output<typeof ToolConnection>;

export const ToolStatus = z.object({
  id: z.string(),
  name: z.string(),
  /** `#rrggbb`; empty if the tool has none. */
  color: z.string(),
  is_done: z.boolean(),
});
export type ToolStatus = z.output<typeof ToolStatus>;

/** A board of the tool, with its available sections and statuses. */
export const ToolBoard = z.object({
  id: z.string(),
  name: z.string(),
  /** Its path there: workspace, space, folder; empty if it has none. */
  place: z.string(),
  url: z.string(),
});
export type ToolBoard = z.output<typeof ToolBoard>;

export const ToolBoardDetail = ToolBoard.extend({
  /** Targets for new cards: lists of Trello, groups of Monday; empty if there is no such choice. */
  sections: z.array(z.object({ id: z.string(), name: z.string() })),
  statuses: z.array(ToolStatus),
});
export type ToolBoardDetail = z.output<typeof ToolBoardDetail>;

const Mapping = z.object(
  Object.fromEntries(snagStatuses.map((status) => [status, Outside.nullable()])) as Record<
    (typeof snagStatuses)[number],
    z.ZodNullable<typeof Outside>
  >,
);

/** The board of a tool for a project's snags. */
export const ProjectTool = z.object({
  tool: Tool,
  id_project: z.number(),
  board: ToolBoard,
  /** Null if the tool has none. */
  section: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Status there by status here; null: that status is not synced, and no card maps back to it. */
  statuses: Mapping,
  sends_photos: z.boolean(),
  /** Every new snag is sent automatically. */
  sends_all: z.boolean(),
  /** User whose account is used, and whether it is still permitted. */
  connected_by: z.object({ id_user: z.number(), name: z.string(), account: z.string() }),
  state: z.enum(["connected", "reauth"]),
  /** How changes come back: `hook` at once, `poll` within the server's polling interval. */
  hears_by: z.enum(["hook", "poll"]),
  link_count: z.number(),
  /** `edit`: the caller may select another board, or stop sending. */
  can: Can,
});
export type ProjectTool = z.output<typeof ProjectTool>;

/** A snag and its card. */
export const SnagLink = z.object({
  id: z.number(),
  tool: Tool,
  id_snag: z.number(),
  number: z.number(),
  title: z.string(),
  id_project: z.number(),
  project: z.string(),
  /** `waiting`: in progress. `partial`: the card exists, a photo is still missing. `gone`: the card was deleted there. */
  state: z.enum(["waiting", "sent", "partial", "failed", "gone", "reauth"]),
  /** Of the card; null until it exists. */
  url: z.string().nullable(),
  /** Name of the card's status there, as last received. */
  remote_status: z.string(),
  /** The tool's error response, in English; empty without a failure. */
  failure: z.string(),
  /** Time of the next retry. */
  next_try_at: z.string().nullable(),
  synced_at: z.string().nullable(),
  /** `edit`: the caller may have it retried, sent again, or unlinked. */
  can: Can,
});
export type SnagLink = z.output<typeof SnagLink>;

/** One line of the sync history. */
export const SnagLinkEntry = z.object({
  id: z.number(),
  tool: Tool,
  direction: z.enum(["out", "in"]),
  action: z.enum([
    "created",
    "status",
    "fields",
    "photo",
    "unmapped",
    "conflict",
    "unlinked",
    "gone",
    "failed",
  ]),
  /** Values before and after, if any: names of statuses, of files. */
  from: z.string(),
  to: z.string(),
  created_at: z.string(),
});
export type SnagLinkEntry = z.output<typeof SnagLinkEntry>;

const ToolParams = z.object({ tool: Tool });
const ProjectParams = z.object({ id: Id, tool: Tool });

export const toolsApi = defineApi({
  "GET /api/tools/{tool}": endpoint({
    access: "user",
    summary: "Whether the caller can use a tool, and the caller's connection to it.",
    params: ToolParams,
    response: z.object({
      /** Enabled for the installation and for the caller, and in the caller's plan. */
      is_on: z.boolean(),
      /** Which of the three is off: `site`, `person` or `plan`; null while it is on. */
      off_because: z.enum(["site", "person", "plan"]).nullable(),
      /** Whether connecting by signing in there is possible; a token always works. */
      can_sign_in: z.boolean(),
      /** Page for getting a token, and with Trello a key. */
      token_page: z.string(),
      /** A pasted token requires the app's key with it (Trello, if this installation has none of its own). */
      needs_key: z.boolean(),
      connection: ToolConnection.nullable(),
    }),
  }),
  "GET /api/tools/{tool}/auth-url": endpoint({
    access: "user",
    summary:
      "Start connecting by signing in to the tool. The browser returns to /auth/tools/{tool}/callback.",
    params: ToolParams,
    response: z.object({ auth_url: z.string() }),
    perMinute: 30,
  }),
  "POST /api/tools/{tool}/connection": endpoint({
    access: "user",
    summary: "Connect with an access token. The token is verified with the tool before it is stored.",
    params: ToolParams,
    body: z.object({
      token: z
        .string({ error: "tools.token_required" })
        .trim()
        .min(1, { error: "tools.token_required" })
        .max(limits.tools.token, { error: "tools.token_long" }),
      key: z.string().trim().max(limits.tools.token, { error: "tools.token_long" }).optional(),
    }),
    response: ToolConnection,
    status: 201,
    perMinute: 20,
  }),
  "DELETE /api/tools/{tool}/connection": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Disconnect and revoke access at the tool. Cards and links are kept; nothing more is sent.",
    params: ToolParams,
    response: Empty,
  }),
  "GET /api/tools/{tool}/boards": endpoint({
    access: "user",
    summary: "Boards that the connected account can write to, at most 500.",
    params: ToolParams,
    query: z.object({ search: PageQuery.search }),
    response: z.object({ items: z.array(ToolBoard), is_cut: z.boolean() }),
    perMinute: 60,
  }),
  "GET /api/tools/{tool}/boards/{board}": endpoint({
    access: "user",
    summary: "A board, with its sections and statuses.",
    params: z.object({ tool: Tool, board: Outside }),
    response: ToolBoardDetail,
    perMinute: 60,
  }),
  "GET /api/tools/{tool}/projects": endpoint({
    access: "user",
    summary: "The caller's projects that are connected to a board of the tool.",
    params: ToolParams,
    response: z.array(ProjectTool.extend({ project: z.string() })),
  }),
  "GET /api/tools/{tool}/links": endpoint({
    access: "user",
    summary: "Snags that the caller can see and that have a card in the tool, newest change first.",
    params: ToolParams,
    query: z.object({
      ...PageQuery,
      id_project: Id.optional(),
      /** Only those not delivered completely, and those whose last attempt failed although they are retried. */
      troubled: Flag.optional(),
    }),
    response: page(SnagLink),
  }),
  "GET /api/projects/{id}/tools": endpoint({
    access: { can: "project.view_snags", by: "id" },
    summary: "The boards that a project is connected to.",
    params: IdParams,
    response: z.array(ProjectTool),
  }),
  "PUT /api/projects/{id}/tools/{tool}": endpoint({
    access: { can: "project.edit", by: "id" },
    summary:
      "Connect a project to a board, through the caller's own connection. When the board changes, links to the old board are kept but no longer synced.",
    params: ProjectParams,
    body: z.object({
      board: Outside,
      section: Outside.nullable().default(null),
      statuses: Mapping.partial(),
      sends_photos: z.boolean().default(true),
      sends_all: z.boolean().default(false),
    }),
    response: ProjectTool,
  }),
  "DELETE /api/projects/{id}/tools/{tool}": endpoint({
    access: { can: "project.edit", by: "id" },
    summary: "Stop sending snags of this project. Cards and links are kept.",
    params: ProjectParams,
    response: Empty,
  }),
  "GET /api/annotations/{id}/tools": endpoint({
    access: { can: "snag.view", by: "id" },
    summary: "Where a snag was sent, and its sync history, newest first, at most 200 entries.",
    params: IdParams,
    response: z.object({
      links: z.array(SnagLink),
      log: z.array(SnagLinkEntry),
      /** Boards of the project to which it can be sent. */
      offers: z.array(z.object({ tool: Tool, board: z.string() })),
    }),
  }),
  "POST /api/annotations/{id}/tools/{tool}": endpoint({
    access: { can: "snag.edit", by: "id" },
    summary: "Send a snag to the project's board. A second call returns the first card.",
    params: ProjectParams,
    response: SnagLink,
    status: 202,
  }),
  "POST /api/annotations/{id}/tools/{tool}/retry": endpoint({
    access: { can: "snag.edit", by: "id" },
    summary: "Retry immediately what failed or waits.",
    params: ProjectParams,
    response: SnagLink,
    status: 202,
  }),
  "DELETE /api/annotations/{id}/tools/{tool}": endpoint({
    access: { can: "snag.edit", by: "id" },
    summary: "Stop syncing the card; it is kept in the tool.",
    params: ProjectParams,
    response: Empty,
  }),
  "POST /api/tools/{tool}/annotations": endpoint({
    access: "user",
    summary: "Send several snags: all, or none if one is not permitted. Snags that have a card are skipped.",
    params: ToolParams,
    body: z.object({ ids: z.array(Id).min(1).max(limits.bulk) }),
    response: z.object({ sent: z.number() }),
    status: 202,
  }),
});
