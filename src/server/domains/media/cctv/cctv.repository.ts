import { createHash } from "node:crypto";
import { type Expression, type SqlBool, sql } from "kysely";
import type { CameraState, cameraSorts, Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import { starsOf } from "#server/domains/stars.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { CameraRow } from "./checks.ts";
import "./tables.ts";
import { cameraWrites } from "./camera-writes.repository.ts";

export interface CameraFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly id_project?: number | undefined;
  readonly project_id?: number | undefined;
  readonly starred?: boolean | undefined;
  readonly state?: CameraState | undefined;
  readonly sort: (typeof cameraSorts)[number];
}

/** A camera with the fields shown in a list, and the caller's rights in its project. */
export interface CameraSummary extends CameraRow {
  readonly role: ProjectRole | null;
  readonly grants: readonly Grant[] | null;
  readonly active: boolean;
  readonly validated: boolean;
  readonly project: string;
  readonly is_project_public: boolean;
  readonly starred: boolean;
  /** 0..1; null before the first check. */
  readonly uptime: number | null;
  readonly still_id: number | null;
  readonly still_at: Date | null;
  readonly still_image: string | null;
  readonly still_thumbnail: string | null;
  readonly total?: number;
}

export function createCamerasRepository(db: Database) {
  const all = (userId: number) =>
    db
      .selectFrom("cameras as t")
      .innerJoin("projects as p", "p.id", "t.id_project")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", userId),
      )
      .leftJoin("camera_stars as s", (join) =>
        join.onRef("s.id_camera", "=", "t.id").on("s.id_user", "=", userId),
      )
      .selectAll("t")
      .select(["m.role", "m.grants", "p.active", "p.validated"])
      .select(["p.name as project", "p.is_public as is_project_public"])
      .select(sql<boolean>`s.id_user is not null`.as("starred"))
      .where("p.deleted_at", "is", null);

  const visible = (user: SessionUser) =>
    all(user.id).$if(!user.super_admin, (query) =>
      query.where(sql<boolean>`'cameras.view' = any (m.grants)`),
    );

  /** The derived fields, joined for the rows of one page only. */
  const summaries = (page: ReturnType<typeof all>) =>
    db
      .selectFrom(page.as("t"))
      .leftJoinLateral(newest, (join) => join.onTrue())
      .innerJoinLateral(checks, (join) => join.onTrue())
      .selectAll(["t", "still", "checks"])
      .$castTo<CameraSummary>();

  const { star, starAll } = starsOf(db, "cameras", async (user: SessionUser, ids) => {
    const rows = await visible(user).where("t.id", "in", ids).execute();
    return rows.map(({ id }) => id);
  });

  return {
    async list(user: SessionUser, filter: CameraFilter): Promise<Page<CameraSummary>> {
      const matching = visible(user).where((where) => where.and(conditions(filter)));
      const page = matching
        .select(sql<number>`count(*) over ()`.as("total"))
        .orderBy(sql.raw(order[filter.sort]))
        .limit(filter.per_page)
        .offset(offsetOf(filter));
      const rows = await summaries(page).orderBy(sql.raw(order[filter.sort])).execute();
      if (rows.length > 0 || filter.page === 1) return { rows, total: rows[0]?.total ?? 0 };
      const { total } = await db
        .selectFrom(matching.as("t"))
        .select(sql<number>`count(*)`.as("total"))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    summary: (userId: number, id: number): Promise<CameraSummary> =>
      summaries(all(userId).where("t.id", "=", id)).executeTakeFirstOrThrow(),

    /** By the code of its public page, for any visitor. */
    byCode: (userId: number, code: string): Promise<CameraSummary | undefined> =>
      summaries(all(userId).where("t.code", "=", code)).executeTakeFirst(),

    ...cameraWrites(),

    star,
    starAll,
  };
}

export type CamerasRepository = ReturnType<typeof createCamerasRepository>;

type Guarded = Pick<CameraSummary, "is_public" | "is_protected" | "protection_hash" | "active" | "validated">;

/** Opaque hash of the fields that decide which guests may watch the camera. */
export function gateOf({ is_public, is_protected, protection_hash, active, validated }: Guarded): string {
  const rules = JSON.stringify([is_public, is_protected, protection_hash, active, validated]);
  return createHash("sha256").update(`camera gate ${rules}`).digest("base64url").slice(0, 12);
}

const newest = sql<Pick<CameraSummary, "still_id" | "still_at" | "still_image" | "still_thumbnail">>`(
  select k.id as still_id, k.taken_at as still_at, k.image as still_image, k.thumbnail as still_thumbnail
  from camera_stills k where k.id_camera = t.id order by k.taken_at desc limit 1)`.as<"still">(sql`still`);

const checks = sql<Pick<CameraSummary, "uptime">>`(
  select sum(h.up)::float8 / nullif(sum(h.checks), 0) as uptime
  from camera_hours h where h.id_camera = t.id and h.hour > now() - interval '30 days')`.as<"checks">(
  sql`checks`,
);

const order: Record<(typeof cameraSorts)[number], string> = {
  name: 't.name collate "und-x-icu", t.id',
  // Failures first.
  state: `array_position(array['down', 'refused', 'unknown', 'up'], t.state), t.name collate "und-x-icu", t.id`,
  created: "t.created_at desc, t.id desc",
};

function conditions(filter: CameraFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [];
  const project = filter.id_project ?? filter.project_id;
  if (project !== undefined) list.push(sql<boolean>`t.id_project = ${project}`);
  if (filter.starred === true) list.push(sql<boolean>`s.id_user is not null`);
  if (filter.state !== undefined) list.push(sql<boolean>`t.state = ${filter.state}`);
  if (filter.search !== undefined && filter.search !== "") {
    const pattern = likePattern(filter.search);
    list.push(sql<boolean>`(t.name ilike ${pattern} or t.description ilike ${pattern}
      or t.location ilike ${pattern} or t.code = ${filter.search})`);
  }
  return list;
}
