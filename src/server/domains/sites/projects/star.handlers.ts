import type { projectsApi } from "#contract/projects.ts";
import type { starsOf } from "#server/domains/stars.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";

type Route = Extract<
  keyof typeof projectsApi,
  `PUT /api/${"projects/star" | "projects/bulk-star" | "bulk-star"}`
>;

/** Handlers for a user's stars on projects. */
export function starHandlers(stars: ReturnType<typeof starsOf>): Handlers<Route> {
  const starAll = async ({
    body: { project_ids, starred },
    user,
  }: {
    readonly body: { readonly project_ids: readonly number[]; readonly starred: boolean };
    readonly user: SessionUser;
  }) => {
    const seen = await stars.starAll(user, project_ids, starred);
    return { project_ids: seen, starred };
  };

  return {
    "PUT /api/projects/bulk-star": starAll,
    "PUT /api/bulk-star": starAll,
    "PUT /api/projects/star": async ({ body, user }) => {
      const id_project = body.id_project ?? 0;
      const starred = await stars.star(user, id_project, body.starred);
      if (starred === undefined) throw new AppError("NOT_FOUND");
      return { id_project, starred };
    },
  };
}
