import { projectsApi } from "#contract/projects.ts";
import type { SettingValues } from "#contract/settings.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import { mayCreateProject } from "#server/domains/people/auth/rights.ts";
import { starsOf } from "#server/domains/stars.ts";
import { coverShape, type PortraitShape, type Portraits } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { binDays, listBin, moveToBin, takeOutOfBin } from "./bin.ts";
import { claims } from "./claims.ts";
import { type ChangeProject, flagHandlers, type ProjectCall } from "./flag.handlers.ts";
import { listHandlers } from "./list.handlers.ts";
import { changeProject, holdProject, insertProject, writeProject } from "./project-changes.ts";
import { readProjectLog } from "./project-log.ts";
import { createProjectNews, type NewsOptions } from "./project-news.ts";
import { projectChanged } from "./projects.events.ts";
import { binnedProjectPolicy, projectFlags, projectPolicy } from "./projects.policy.ts";
import { createProjectsRepository } from "./projects.repository.ts";
import { samples } from "./samples.ts";
import { starHandlers } from "./star.handlers.ts";
import { type ProjectWire, wireProject } from "./wire.ts";

export interface ProjectsOptions extends NewsOptions, ProjectWire {
  readonly db: Database;
  readonly clock: Clock;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly settings: { get(): SettingValues };
  readonly quotas: Pick<Quotas, "freed" | "take" | "takeBack">;
}

/** Twice the size shown on cards, for high-density screens. */
const cardShape: PortraitShape = { width: 600, height: 300, fit: "cover" };

export function projectsModule(options: ProjectsOptions) {
  const { db, clock, portraits, address, settings } = options;
  const mayCreate = (user: SessionUser) => mayCreateProject(user, settings.get());
  /** Whether projects created by this user await a super admin's approval. */
  const mustWait = (user: SessionUser) => settings.get().approve_projects && !user.super_admin;
  const policy = projectPolicy(db);
  const repository = createProjectsRepository(db);
  const news = createProjectNews(options);
  const show = async (user: SessionUser, id: number) =>
    wireProject(await repository.summary(user, id), user, options);

  /** Locks the project, changes it and responds with the result. */
  const change: ChangeProject = async ({ user, subject }, work) => {
    await db.transaction().execute(async (trx) => work(trx, await holdProject(trx, subject)));
    return show(user, subject.id);
  };

  /** Keys of the selected picture, or null for both; the previous picture is swept when nothing uses it any more. */
  const setCover = (call: ProjectCall, cover: string | null, cover_card: string | null) =>
    change(call, async (trx, before) => {
      if (before.cover === cover && before.cover_card === cover_card) return;
      await writeProject(trx, before.id, { cover, cover_card });
      await news.note(trx, "project.changed", before, call, { changed: ["cover"] });
    });

  return {
    policies: { project: policy, binned_project: binnedProjectPolicy(db) },
    /** Purges projects whose days in the bin are over. */
    sweeps: [() => repository.purge(binDays)],
    claims,
    offers: {
      projects: policy,
      /** Its categories were changed elsewhere: counts as a change of the project, and screens that show it refetch. */
      async relabelled(trx: Trx, id_project: number): Promise<void> {
        await writeProject(trx, id_project, {});
        await options.bus.emit(trx, projectChanged, { id_project });
      },
    },
    samples,
    handlers: handlers(projectsApi, {
      ...listHandlers(repository, options),
      "GET /api/projects/bin": ({ user }) => listBin(db, user),
      "PUT /api/projects/restore/{id}": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          // The restoring user is its owner, or is exempt from every plan.
          await options.quotas.takeBack(trx, { kind: "project", id_user: user.id, id_project: null });
          const name = await takeOutOfBin(trx, subject.id);
          if (name === undefined) throw new AppError("NOT_FOUND");
          await news.note(trx, "project.restored", { id: subject.id, name }, { user, request });
        });
        return show(user, subject.id);
      },
      "POST /api/projects": async ({ body, user, request }) => {
        if (!mayCreate(user)) throw new AppError("FORBIDDEN");
        const isWaiting = mustWait(user);
        const values = { ...body, year: body.year ?? clock.now().getFullYear() };
        const id = await db.transaction().execute(async (trx) => {
          await options.quotas.take(trx, { kind: "project", id_user: user.id, id_project: null });
          const made = { id: await insertProject(trx, user.id, values, !isWaiting), name: values.name };
          await news.note(trx, "project.created", made, { user, request });
          await news.tellCreated(trx, made, user.id, isWaiting);
          return made.id;
        });
        return show(user, id);
      },
      "GET /api/projects/{id}": ({ subject, user }) => show(user, subject.id),
      "PUT /api/projects/{id}": async (call) => {
        const { body, subject, user } = call;
        if (body.is_public !== undefined && body.is_public !== subject.is_public)
          if (!projectFlags(subject, user).publish) throw new AppError("PROJECT_EDIT_DENIED");
        return change(call, async (trx, before) => {
          const changed = await changeProject(trx, before, body);
          await news.noteChange(trx, before, changed, body.status, call);
        });
      },
      "GET /api/projects/{id}/activity": async ({ subject, user, query }) => {
        const can = projectFlags(subject, user);
        if (query.part === "seen" && can.view_access !== true) throw new AppError("FORBIDDEN");
        return readProjectLog(db, subject.id, can, query, address);
      },
      "POST /api/projects/{id}/cover": async (call) => {
        const cover = await portraits.keepPortrait(call.files.cover, coverShape);
        return setCover(call, cover, await portraits.keepPortrait(call.files.cover, cardShape));
      },
      "DELETE /api/projects/{id}/cover/delete": (call) => setCover(call, null, null),
      ...flagHandlers(change, news),
      ...starHandlers(starsOf(db, "projects", repository.seen)),
      "DELETE /api/projects/{id}": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          const before = await holdProject(trx, subject);
          await moveToBin(trx, before.id, user.id);
          await news.note(trx, "project.deleted", before, { user, request });
        });
        options.quotas.freed(user.id);
        return {};
      },
    }),
  };
}
