import { z } from "zod";
import { Code } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { ProjectStatus } from "./projects.ts";
import { PublicVideo } from "./videos.ts";

/** A public project as visible to everyone: no addresses of users, no numbers of records. */
export const Showcase = z.object({
  project_code: z.string(),
  name: z.string(),
  description: z.string(),
  status: ProjectStatus,
  location: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  year: z.number(),
  num_buildings: z.number(),
  num_floors: z.number(),
  /** Square metres. */
  area: z.number(),
  type: z.string().nullable(),
  categories: z.array(z.string()),
  cover: z.string().nullable(),
  /** Null when its owner's account was deleted. */
  owner: z
    .object({ name: z.string(), company: z.string(), code: z.string(), avatar: z.string().nullable() })
    .nullable(),
  /** Newest first, those with a processed picture. `code` opens /viewer/{code}. */
  visits: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      visit_date: z.string(),
      room_count: z.number(),
      thumbnail: z.string().nullable(),
      /** 1280x640. */
      cover: z.string().nullable(),
      /** The same, 640x320, for cards in lists. */
      cover_card: z.string().nullable(),
    }),
  ),
  /** Public ones, newest first. `code` opens /video/{code}. */
  videos: z.array(PublicVideo),
  updated_at: z.string(),
});
export type Showcase = z.output<typeof Showcase>;

export const showcaseApi = defineApi(
  {
    "GET /api/showcase": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: 'Get a public project by its code; fails with "Project is not public" for any other.',
      reads: "replica",
      query: z
        .object({ project_code: Code.optional(), code: Code.optional() })
        .transform((query) => ({ project_code: query.project_code ?? query.code ?? "" }))
        .refine(({ project_code }) => project_code !== "", {
          error: "projects.id_required",
          path: ["project_code"],
        }),
      response: Showcase,
    }),
  },
  "projects",
);
