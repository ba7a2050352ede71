import type { Project, projectsApi } from "#contract/projects.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type holdProject, writeProject } from "./project-changes.ts";
import type { Doer, ProjectAction, ProjectNews } from "./project-news.ts";
import type { ProjectRecord } from "./projects.policy.ts";

export type ProjectCall = Doer & {
  readonly user: SessionUser;
  readonly subject: Authorized<ProjectRecord>;
};

/** Locks the project, changes it and responds with the result. */
export type ChangeProject = (
  call: ProjectCall,
  work: (trx: Trx, before: Awaited<ReturnType<typeof holdProject>>) => Promise<unknown>,
) => Promise<Project>;

type Route = Extract<
  keyof typeof projectsApi,
  `PUT /api/${"" | "projects/"}${"activate" | "deactivate" | "validate" | "invalidate"}/{id}`
>;

/** Flags of a project, each with its two routes. */
export function flagHandlers(change: ChangeProject, news: ProjectNews): Handlers<Route> {
  /** Sets a flag, and reports it when its value changed. */
  const flag =
    (field: "active" | "validated", value: boolean, action: ProjectAction) => (call: ProjectCall) =>
      change(call, async (trx, before) => {
        if (before[field] === value) return;
        await writeProject(trx, before.id, { [field]: value });
        await news.note(trx, action, before, call);
        if (field === "validated") await news.tellVerdict(trx, before, call.user.id, value);
      });
  const activate = flag("active", true, "project.activated");
  const deactivate = flag("active", false, "project.deactivated");
  const validate = flag("validated", true, "project.validated");
  const invalidate = flag("validated", false, "project.invalidated");
  return {
    "PUT /api/projects/activate/{id}": activate,
    "PUT /api/projects/deactivate/{id}": deactivate,
    "PUT /api/projects/validate/{id}": validate,
    "PUT /api/projects/invalidate/{id}": invalidate,
    "PUT /api/activate/{id}": activate,
    "PUT /api/deactivate/{id}": deactivate,
    "PUT /api/validate/{id}": validate,
    "PUT /api/invalidate/{id}": invalidate,
  };
}
