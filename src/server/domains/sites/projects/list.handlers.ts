import type { projectsApi } from "#contract/projects.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { ProjectsRepository } from "./projects.repository.ts";
import { type ProjectWire, wirePoint, wireProject } from "./wire.ts";

type Route = Extract<keyof typeof projectsApi, `GET /api/projects${"" | "/map" | "/recent"}`>;

/** The caller's projects, as cards and on the map. */
export const listHandlers = (repository: ProjectsRepository, options: ProjectWire): Handlers<Route> => ({
  "GET /api/projects": async ({ query, user }) => {
    const { rows, total } = await repository.list(user, query);
    return {
      items: rows.map((row) => wireProject(row, user, options)),
      total,
      page: query.page,
      per_page: query.per_page,
    };
  },
  "GET /api/projects/map": async ({ query, user }) => {
    const { rows, placed, without } = await repository.map(user, query);
    return {
      points: rows.map((row) => wirePoint(row, user, options)),
      left_out: placed - rows.length,
      without_place: without,
    };
  },
  "GET /api/projects/recent": async ({ user }) =>
    (await repository.recent(user)).map((row) => wireProject(row, user, options)),
});
