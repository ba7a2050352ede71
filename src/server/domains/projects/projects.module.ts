import { type Project, projectsApi } from "#contract/projects.ts";
import type { Pictures } from "#server/media/index.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { superAdmins } from "../auth/super-admins.ts";
import type { Notices } from "../notifications/notices.ts";
import { binnedProjectPolicy, projectFlags, projectPolicy } from "./projects.policy.ts";
import { createProjectsRepository, type ProjectSummary } from "./projects.repository.ts";

/** Days a deleted project waits in the bin. */
export const binDays = 30;

/** Makes signed addresses of the picture that stands for a project. */
export type CoverWire = Pick<Pictures, "thumbnail" | "cover">;

export interface ProjectsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly pictures: CoverWire;
  readonly mayCreate: (user: SessionUser) => boolean;
}

export function projectsModule({ db, clock, notices, pictures, mayCreate }: ProjectsOptions) {
  const repository = createProjectsRepository(db);
  const toWire = (project: ProjectSummary, user: SessionUser): Project =>
    wireProject(project, user, pictures);
  const show = async (user: SessionUser, id: number) => toWire(await repository.summary(user, id), user);

  return {
    policies: { project: projectPolicy(db), binned_project: binnedProjectPolicy(db) },
    purge: () => repository.purge(binDays),
    handlers: handlers(projectsApi, {
      ...pending(projectsApi),
      "GET /api/projects": async ({ query, user }) => {
        const { rows, total } = await repository.list(user, query);
        return {
          items: rows.map((row) => toWire(row, user)),
          total,
          page: query.page,
          per_page: query.per_page,
        };
      },
      "GET /api/projects/recent": async ({ user }) =>
        (await repository.recent(user)).map((row) => toWire(row, user)),
      "POST /api/projects": async ({ body, user, request }) => {
        if (!mayCreate(user)) throw new AppError("FORBIDDEN");
        const { category_ids: _, id_type: __, ...rest } = body;
        const values = { ...rest, year: body.year ?? clock.now().getFullYear() };
        const id = await db.transaction().execute(async (trx) => {
          const made = await repository.insert(trx, user, newCode(), values);
          const about = { id: made, name: values.name };
          await recordActivity(trx, done("created", about, user, request));
          await notices.tell(trx, {
            to: superAdmins,
            by: user.id,
            sort: "project_created",
            values: { project: values.name },
            link: `/project/${made}`,
            fold: `projects of ${user.id}`,
          });
          return made;
        });
        return show(user, id);
      },
      "GET /api/projects/{id}": async ({ subject, user }) => show(user, subject.id),
      "PUT /api/projects/{id}": async ({ subject, body, user, request }) => {
        const { category_ids: _, id_type: __, is_public: ___, ...rest } = body;
        const values = definedOnly(rest);
        const changed = changedNames(subject, values);
        await db.transaction().execute(async (trx) => {
          await repository.update(trx, subject, values);
          if (changed.length > 0)
            await recordActivity(trx, { ...done("changed", subject, user, request), changed });
        });
        return show(user, subject.id);
      },
      "DELETE /api/projects/{id}": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          await repository.moveToBin(trx, subject);
          await recordActivity(trx, done("deleted", subject, user, request));
        });
        return {};
      },
      "PUT /api/projects/star": async ({ body, user }) => {
        const id = body.id_project ?? 0;
        const starred = await repository.star(user, id, body.starred);
        if (starred === undefined) throw new AppError("NOT_FOUND");
        return { id_project: id, starred };
      },
    }),
  };
}

function done(
  verb: "created" | "changed" | "deleted",
  { id, name }: { readonly id: number; readonly name: string },
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  return {
    id_user: user.id,
    action: `project.${verb}`,
    subject: { kind: "project", id, name },
    id_project: id,
    address: ip,
  };
}

function wireProject(project: ProjectSummary, user: SessionUser, pictures: CoverWire): Project {
  const { id, code, cover_sha256, last_visit_date, created_at, updated_at } = project;
  return {
    id,
    id_project: id,
    code,
    project_code: code,
    name: project.name,
    description: project.description,
    status: project.status,
    location: project.location,
    latitude: project.latitude,
    longitude: project.longitude,
    year: project.year,
    num_buildings: project.num_buildings,
    num_floors: project.num_floors,
    area: project.area,
    active: project.active,
    validated: project.validated,
    is_public: project.is_public,
    starred: project.starred,
    role: project.role,
    owner: null,
    type: null,
    categories: [],
    has_cover: false,
    member_count: 0,
    thumbnail: cover_sha256 === null ? null : pictures.thumbnail(cover_sha256),
    cover: cover_sha256 === null ? null : pictures.cover(cover_sha256),
    visit_count: project.visit_count,
    room_count: project.room_count,
    last_visit_date: last_visit_date?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    can: projectFlags(project, user),
  };
}
