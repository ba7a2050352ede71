import { sql } from "kysely";
import type { AutodeskLink, AutodeskProject } from "#contract/autodesk.ts";
import { limits } from "#contract/limits.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type AutodeskLinkRecord, autodeskLinkFlags } from "./autodesk.policy.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

type LinkRow = AutodeskLinkRecord & { readonly project: string };
type ShownLink = NonNullable<AutodeskProject["link"]>;

export interface NewLink {
  readonly id_project: number;
  readonly hub_id: string;
  readonly adsk_project_id: string;
  /** Name of the Autodesk project. */
  readonly name: string;
}

/** Links between projects here and Autodesk projects. Every list contains only links that the reader may see. */
export function createLinks(db: Database, clock: Clock) {
  const visible = (user: SessionUser) =>
    db
      .selectFrom("autodesk_links as l")
      .innerJoin("projects as p", "p.id", "l.id_project")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
      )
      .where("p.deleted_at", "is", null)
      .$if(!user.super_admin, (query) => query.where(sql<boolean>`'project.view' = any (m.grants)`))
      .selectAll("l")
      .select(["p.name as project", "p.active", "p.validated", "m.role", "m.grants"]);

  return {
    list: (user: SessionUser): Promise<LinkRow[]> =>
      visible(user).orderBy("p.name").orderBy("l.id").limit(limits.autodesk.links).execute(),
    one: (user: SessionUser, id: number): Promise<LinkRow> =>
      visible(user).where("l.id", "=", id).executeTakeFirstOrThrow(),
    /** Links of these Autodesk projects that the user may see, by Autodesk project id. */
    async ofProjects(user: SessionUser, ids: readonly string[]): Promise<ReadonlyMap<string, ShownLink>> {
      if (ids.length === 0) return new Map();
      const rows = await visible(user)
        .where("l.adsk_project_id", "in", ids)
        .orderBy("l.id", "desc")
        .execute();
      return new Map(
        rows.map(({ id, id_project, project, adsk_project_id }) => [
          adsk_project_id,
          { id, id_project, project },
        ]),
      );
    },
    byId: (id: number) => db.selectFrom("autodesk_links").selectAll().where("id", "=", id).executeTakeFirst(),
    /** Returns undefined when the project here is linked to another one. Repeating the same link creates no new one. */
    async put(
      trx: Trx,
      link: NewLink,
      { id, address }: { readonly id: number; readonly address: string },
    ): Promise<{ id: number; isNew: boolean } | undefined> {
      const made = await trx
        .insertInto("autodesk_links")
        .values({ ...link, id_user: id, linked_at: clock.now(), synced_at: null })
        .onConflict((conflict) => conflict.column("id_project").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (made === undefined) {
        const known = await trx
          .selectFrom("autodesk_links")
          .select(["id", "adsk_project_id"])
          .where("id_project", "=", link.id_project)
          .executeTakeFirst();
        return known?.adsk_project_id === link.adsk_project_id ? { id: known.id, isNew: false } : undefined;
      }
      await recordActivity(trx, {
        id_user: id,
        action: "autodesk.linked",
        subject: { kind: "autodesk", id: made.id, name: link.name },
        id_project: link.id_project,
        address,
      });
      return { id: made.id, isNew: true };
    },
    /** Counts the user's links to projects of a hub since that time. */
    async countSince(userId: number, hub: string, since: Date): Promise<number> {
      const { count } = await db
        .selectFrom("autodesk_links")
        .select(sql<number>`count(*)`.as("count"))
        .where("id_user", "=", userId)
        .where("hub_id", "=", hub)
        .where("linked_at", ">=", since)
        .executeTakeFirstOrThrow();
      return count;
    },
    /** Projects here that the user may edit and that have no link, by their names. */
    async linkable(user: SessionUser): Promise<ReadonlyMap<string, readonly number[]>> {
      const rows = await db
        .selectFrom("projects as p")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
        )
        .select(["p.id", "p.name"])
        .where("p.deleted_at", "is", null)
        .where(sql<boolean>`not exists (select from autodesk_links l where l.id_project = p.id)`)
        .$if(!user.super_admin, (query) => query.where(sql<boolean>`'project.edit' = any (m.grants)`))
        .execute();
      const found = new Map<string, number[]>();
      for (const { id, name } of rows) found.set(name.trim(), [...(found.get(name.trim()) ?? []), id]);
      return found;
    },
  };
}
export type Links = ReturnType<typeof createLinks>;

export const linkToWire = ({ project, ...link }: LinkRow, user: SessionUser): AutodeskLink => ({
  id: link.id,
  id_project: link.id_project,
  project,
  adsk_hubId: link.hub_id,
  adsk_project_id: link.adsk_project_id,
  adsk_project: link.name,
  linked_at: link.linked_at.toISOString(),
  synced_at: link.synced_at?.toISOString() ?? null,
  counts: { folders: link.folders, items: link.items, sheets: link.sheets },
  can: autodeskLinkFlags(link, user),
});

/** Throws when the project is linked to another Autodesk project. */
export function assertLinked<T>(link: T | undefined): T {
  if (link === undefined) throw new AppError("AUTODESK_LINKED");
  return link;
}
