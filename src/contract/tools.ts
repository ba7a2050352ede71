import { z } from "zod";
import { snagStatuses, toolNames } from "./choices.ts";
import { Can, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** Where snags can be sent to as cards: `trello`, `monday` or `clickup`. */
export const Tool = z.enum(toolNames);
export type Tool = z.output<typeof Tool>;

/** Names of boards, lists, statuses and cards, as the tool gives them: nothing is read out of them. */
const Outside = z.string().trim().min(1).max(limits.tools.id);

/** The account at the tool that somebody connected. Its tokens never leave the server. */
export const ToolConnection = z.object({
  id: z.number(),
  tool: Tool,
  /** Name of the account there, as it was when it was connected. */
  account: z.string(),
  /** By signing in there, or with a token that was pasted. */
  way: z.enum(["sign_in", "token"]),
  /** `reauth`: the tool does not take the token any more; what was sent stays linked, and waits. */
  state: z.enum(["connected", "reauth"]),
  connected_at: z.string(),
  /** When the tool answered last. */
  seen_at: z.string().nullable(),
});
export type ToolConnection = z.output<typeof ToolConnection>;

export const ToolStatus = z.object({
  id: z.string(),
  name: z.string(),
  /** `#rrggbb`; empty where the tool tells none. */
  color: z.string(),
  is_done: z.boolean(),
});
export type ToolStatus = z.output<typeof ToolStatus>;

/** A board of the tool, with what can be chosen of it. */
export const ToolBoard = z.object({
  id: z.string(),
  name: z.string(),
  /** Where it lies there: workspace, space, folder; empty where it lies nowhere. */
  place: z.string(),
  url: z.string(),
});
export type ToolBoard = z.output<typeof ToolBoard>;

export const ToolBoardDetail = ToolBoard.extend({
  /** Where new cards go: lists of Trello, groups of Monday; empty where there is no such choice. */
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

/** Which board of a tool a project's snags go to. */
export const ProjectTool = z.object({
  tool: Tool,
  id_project: z.number(),
  board: ToolBoard,
  /** Null where the tool knows none. */
  section: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Status there by status here; null: that status is not told there, and no card comes back to it. */
  statuses: Mapping,
  sends_photos: z.boolean(),
  /** Every new snag is sent without being asked for. */
  sends_all: z.boolean(),
  /** Whose account it goes through, and whether it still may. */
  connected_by: z.object({ id_user: z.number(), name: z.string(), account: z.string() }),
  state: z.enum(["connected", "reauth"]),
  /** How news come back: `hook` at once, `poll` within the minutes that the server asks in. */
  hears_by: z.enum(["hook", "poll"]),
  link_count: z.number(),
  /** `edit`: the caller may choose another board, or have nothing more sent. */
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
  /** `waiting`: on its way. `partial`: the card stands, a picture is missing yet. `gone`: the card was deleted there. */
  state: z.enum(["waiting", "sent", "partial", "failed", "gone", "reauth"]),
  /** Of the card; null until it stands. */
  url: z.string().nullable(),
  /** Name of the card's status there, as last heard. */
  remote_status: z.string(),
  /** What the tool answered, in English, where something failed. */
  failure: z.string(),
  /** When it is tried again. */
  next_try_at: z.string().nullable(),
  synced_at: z.string().nullable(),
  /** `edit`: the caller may have it tried again, sent again, or followed no more. */
  can: Can,
});
export type SnagLink = z.output<typeof SnagLink>;

/** One line of what went to and fro. */
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
  /** Values before and after where there are any: names of statuses, of files. */
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
      /** Switched on for the site and for the caller, and in the caller's plan. */
      is_on: z.boolean(),
      /** Which of the three says no: `site`, `person` or `plan`; null while it is on. */
      off_because: z.enum(["site", "person", "plan"]).nullable(),
      /** One can connect by signing in there; a token always works. */
      can_sign_in: z.boolean(),
      /** Where one gets a token, and with Trello a key. */
      token_page: z.string(),
      /** A pasted token needs the key of the app beside it (Trello, where this site has none of its own). */
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
      /** Only those that did not arrive whole, and those whose last try failed although they are tried again. */
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
      /** Boards of the project to which it could be sent. */
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
