import { z } from "zod";
import { Empty } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { searchTypes } from "./kinds.ts";
import { limits } from "./limits.ts";

export const SearchHit = z.object({
  id: z.number(),
  type: z.enum(searchTypes),
  title: z.string(),
  code: z.string(),
  /** Path on this installation that opens it. */
  url: z.string(),
  /** Name of the icon of its type. */
  icon: z.string(),
  /** The project that it belongs to; for a project, its location. May be empty. */
  context: z.string(),
});
export type SearchHit = z.output<typeof SearchHit>;

const text = z.string().trim().max(limits.search.text);

/** The search text may be in `q`, `query` or `search`. */
const SearchBody = z
  .object({
    q: text.optional(),
    query: text.optional(),
    search: text.optional(),
    types: z.array(z.enum(searchTypes)).max(searchTypes.length).optional(),
    type: z.enum(searchTypes).optional(),
    page: z.coerce.number().int().min(1).max(100).default(1),
    per_page: z.coerce.number().int().min(1).max(50).default(limits.search.shown),
    /** Whether to count per type as well, each up to a hundred. */
    counts: z.boolean().default(false),
  })
  .transform(({ q, query, search, type, types, ...rest }) => ({
    ...rest,
    q: q ?? query ?? search ?? "",
    types: types ?? (type === undefined ? undefined : [type]),
  }));

export const searchApi = defineApi({
  "POST /api/search/global": endpoint({
    access: "user",
    summary:
      "Search the projects, visits, videos, cameras and snags that the caller may see by name or title, description, code and location; a snag also by its number, as `#12`. Exact matches of title or code come first, then by title.",
    reads: "replica",
    cost: "search",
    body: SearchBody,
    response: z.object({
      items: z.array(SearchHit),
      page: z.number(),
      per_page: z.number(),
      has_more: z.boolean(),
      /** True when nothing contains the search text itself and these are the nearest spellings. */
      is_approximate: z.boolean(),
      counts: z.record(z.enum(searchTypes), z.number()).optional(),
    }),
    status: 200,
    message: "OK",
    openToDemo: true,
    perMinute: 600,
  }),
  "GET /api/search/suggestions": endpoint({
    access: "user",
    summary: "Suggest completions: the caller's earlier searches first, then titles that the caller may see.",
    reads: "replica",
    cost: "search",
    query: z.object({ q: text.default("") }),
    response: z.array(z.object({ text: z.string(), is_recent: z.boolean() })),
    perMinute: 600,
  }),
  "GET /api/search/recent": endpoint({
    access: "user",
    summary: "List the caller's recent searches, newest first, at most ten.",
    response: z.array(z.string()),
  }),
  "POST /api/search/recent": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Add a recent search, after the caller opened one of its results.",
    body: z.object({ q: text.min(1) }),
    response: z.array(z.string()),
    status: 200,
  }),
  "DELETE /api/search/recent": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Delete one of the caller's recent searches, or all of them.",
    query: z.object({ q: text.optional() }),
    body: Empty.optional(),
    response: z.array(z.string()),
  }),
  "GET /api/search/popular": endpoint({
    access: "user",
    summary: "List popular recent searches that have results for the caller, at most eight.",
    cost: "search",
    response: z.array(z.string()),
  }),
});
