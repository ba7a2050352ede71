import type { FastifyRequest } from "fastify";
import { type CategoryRow, categoriesApi, type ProjectTypeRow } from "#contract/categories.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createAssignments } from "./assignments.ts";
import { type CountedName, createNamesRepository, type NamesRepository } from "./names.repository.ts";
import "./tables.ts";
import { samples } from "./samples.ts";

export interface CategoriesOptions {
  readonly db: Database;
  /** Called within the transaction when the categories of a project changed. */
  readonly relabelled: (trx: Trx, id_project: number) => Promise<void>;
}

export function categoriesModule({ db, relabelled }: CategoriesOptions) {
  const categories = createNamesRepository(db, "categories");
  const types = createNamesRepository(db, "project_types");
  const assignments = createAssignments(db);

  const kept = (names: NamesRepository, kind: "category" | "project_type") => ({
    async make(name: string, user: SessionUser, request: FastifyRequest): Promise<CountedName> {
      const id = await db.transaction().execute(async (trx) => {
        const made = await names.insert(trx, name);
        await recordActivity(trx, done(`${kind}.created`, { kind, id: made, name }, user, request));
        return made;
      });
      return names.one(user, id);
    },
    async rename(id: number, name: string, user: SessionUser, request: FastifyRequest): Promise<CountedName> {
      await db.transaction().execute(async (trx) => {
        const before = await names.rename(trx, id, name);
        if (before !== name)
          await recordActivity(trx, done(`${kind}.renamed`, { kind, id, name }, user, request));
      });
      return names.one(user, id);
    },
    async remove(id: number, user: SessionUser, request: FastifyRequest): Promise<Record<string, never>> {
      await db.transaction().execute(async (trx) => {
        const name = await names.remove(trx, id);
        await recordActivity(trx, done(`${kind}.deleted`, { kind, id, name }, user, request));
      });
      return {};
    },
  });
  const keptCategories = kept(categories, "category");
  const keptTypes = kept(types, "project_type");

  /** Assigns or removes one category of one project; writes the project's log when something changed. */
  async function assigned(
    verb: "assigned" | "removed",
    project: { readonly id: number; readonly name: string },
    change: (trx: Trx) => Promise<string | null>,
    user: SessionUser,
    request: FastifyRequest,
  ) {
    await db.transaction().execute(async (trx) => {
      const category = await change(trx);
      if (category === null) return;
      const { id, name } = project;
      await recordActivity(trx, {
        ...done(`project.category_${verb}`, { kind: "project", id, name }, user, request),
        id_project: id,
        details: { category },
      });
      await relabelled(trx, id);
    });
    return assignments.of(project.id);
  }

  return {
    samples,
    handlers: handlers(categoriesApi, {
      "GET /api/categories": async ({ user }) => (await categories.list(user)).map(wireCategory),
      "POST /api/categories": async ({ body, user, request }) =>
        wireCategory(await keptCategories.make(body.name, user, request)),
      "PUT /api/categories/{id}": async ({ params, body, user, request }) =>
        wireCategory(await keptCategories.rename(params.id, body.name, user, request)),
      "DELETE /api/categories/{id}": ({ params, user, request }) =>
        keptCategories.remove(params.id, user, request),
      "POST /api/categories/assign": ({ body, subject, user, request }) =>
        assigned(
          "assigned",
          subject,
          (trx) => assignments.assign(trx, subject.id, body.id_category ?? 0),
          user,
          request,
        ),
      "POST /api/categories/remove": ({ body, subject, user, request }) =>
        assigned(
          "removed",
          subject,
          (trx) => assignments.remove(trx, subject.id, body.id_category ?? 0),
          user,
          request,
        ),
      "GET /api/project-types": async ({ user }) => (await types.list(user)).map(wireType),
      "POST /api/project-types": async ({ body, user, request }) =>
        wireType(await keptTypes.make(body.name, user, request)),
      "PUT /api/project-types/{id}": async ({ params, body, user, request }) =>
        wireType(await keptTypes.rename(params.id, body.name, user, request)),
      "DELETE /api/project-types/{id}": ({ params, user, request }) =>
        keptTypes.remove(params.id, user, request),
    }),
  };
}

const wireCategory = (row: CountedName): CategoryRow => ({ ...row, id_category: row.id });
const wireType = (row: CountedName): ProjectTypeRow => ({ ...row, id_type: row.id });

const done = (
  action: Activity["action"],
  subject: NonNullable<Activity["subject"]>,
  user: SessionUser,
  { ip }: FastifyRequest,
): Activity => ({ id_user: user.id, action, subject, address: ip });
