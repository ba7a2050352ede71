import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { ChannelState, channelSorts, Grant, LiveDriverName } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { LiveStatus } from "#server/live/engine.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { LiveChannelsTable } from "./tables.ts";
import "./tables.ts";
import { channelWrites } from "./channel-writes.repository.ts";

export type ChannelRow = Selectable<LiveChannelsTable>;

/** A channel with the fields shown in a list, and the caller's rights in its project. */
export interface ChannelSummary extends ChannelRow {
  readonly role: ProjectRole | null;
  readonly grants: readonly Grant[] | null;
  readonly active: boolean;
  readonly validated: boolean;
  readonly project: string;
  readonly is_project_public: boolean;
  readonly author: string;
  /** Recent status reported by another node that carries the channel. */
  readonly told: Pick<LiveStatus, "viewers" | "signal"> | null;
  readonly total?: number;
}

/** Seconds after which a reported status is outdated. */
const TOLD_SECONDS = 20;

export interface ChannelFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly id_project?: number | undefined;
  readonly project_id?: number | undefined;
  readonly state?: ChannelState | undefined;
  readonly driver?: LiveDriverName | undefined;
  /** Only those created by the user. */
  readonly mine?: boolean | undefined;
  readonly sort: (typeof channelSorts)[number];
}

export function createLiveRepository(db: Database) {
  const all = (userId: number) =>
    db
      .selectFrom("live_channels as c")
      .innerJoin("projects as p", "p.id", "c.id_project")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", userId),
      )
      .leftJoin("users as u", "u.id", "c.id_user")
      .selectAll("c")
      .select(["m.role", "m.grants", "p.active", "p.validated"])
      .select(["p.name as project", "p.is_public as is_project_public"])
      .select(sql<string>`coalesce(${personName("u")}, '')`.as("author"))
      .leftJoin("live_signals as s", (join) =>
        join
          .onRef("s.code", "=", "c.code")
          .onRef("s.id_node", "=", "c.id_node")
          .on("s.told_at", ">", sql<Date>`now() - make_interval(secs => ${TOLD_SECONDS})`),
      )
      .select(
        sql`case when s.code is not null then
          jsonb_build_object('viewers', s.viewers, 'signal', s.signal) end`.as("told"),
      )
      .where("p.deleted_at", "is", null)
      .$castTo<ChannelSummary>();

  return {
    /** Channels of the projects in which the user may watch; all channels for `everybody`, which requires a super admin. */
    async list(
      user: SessionUser,
      filter: ChannelFilter,
      { everybody }: { readonly everybody: boolean },
    ): Promise<Page<ChannelSummary>> {
      const matching = all(user.id)
        .$if(!everybody && !user.super_admin, (query) =>
          query.where(sql<boolean>`'live.view' = any (m.grants)`),
        )
        .where((where) => where.and(conditions(user, filter)));
      const rows = await matching
        .select(sql<number>`count(*) over ()`.as("total"))
        .orderBy(sql.raw(order[filter.sort]))
        .limit(filter.per_page)
        .offset(offsetOf(filter))
        .$castTo<ChannelSummary>()
        .execute();
      if (rows.length > 0 || filter.page === 1) return { rows, total: rows[0]?.total ?? 0 };
      const { total } = await db
        .selectFrom(matching.as("c"))
        .select(sql<number>`count(*)`.as("total"))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    summary: (userId: number, id: number): Promise<ChannelSummary> =>
      all(userId).where("c.id", "=", id).executeTakeFirstOrThrow(),

    /** By its public name, or by its number; undefined when there is none. */
    find: (userId: number, key: number | string): Promise<ChannelSummary | undefined> =>
      all(userId)
        .where(typeof key === "number" ? "c.id" : "c.code", "=", key as never)
        .executeTakeFirst(),

    byCode: (code: string): Promise<ChannelRow | undefined> =>
      db.selectFrom("live_channels").selectAll().where("code", "=", code).executeTakeFirst(),

    byId: (id: number): Promise<ChannelRow | undefined> =>
      db.selectFrom("live_channels").selectAll().where("id", "=", id).executeTakeFirst(),

    ...channelWrites(db),

    /** Channels that are carried by a node. */
    carried: (): Promise<{ code: string; id_node: string | null }[]> =>
      db
        .selectFrom("live_channels")
        .select(["code", "id_node"])
        .where("driver", "=", "own")
        .where("id_node", "is not", null)
        .execute(),

    /** Started channels, and whether their project still allows sending. */
    armed: (): Promise<(ChannelRow & { readonly is_open: boolean })[]> =>
      db
        .selectFrom("live_channels as c")
        .innerJoin("projects as p", "p.id", "c.id_project")
        .selectAll("c")
        .select(sql<boolean>`p.active and p.validated and p.deleted_at is null`.as("is_open"))
        .where("c.is_armed", "=", true)
        .orderBy("c.id")
        .execute(),
  };
}

export type LiveRepository = ReturnType<typeof createLiveRepository>;

const isOnAir = "(c.state in ('live', 'stale', 'interrupted'))";
const order: Record<(typeof channelSorts)[number], string> = {
  live: `${isOnAir} desc, c.is_armed desc, c.id desc`,
  created: "c.id desc",
  name: 'c.name collate "und-x-icu", c.id',
  project: 'p.name collate "und-x-icu", c.name collate "und-x-icu", c.id',
};

function conditions(user: SessionUser, filter: ChannelFilter): Expression<SqlBool>[] {
  const { search = "", state, driver, mine } = filter;
  const project = filter.id_project ?? filter.project_id;
  const pattern = likePattern(search);
  return [
    ...(project === undefined ? [] : [sql<boolean>`c.id_project = ${project}`]),
    ...(state === undefined ? [] : [sql<boolean>`c.state = ${state}`]),
    ...(driver === undefined ? [] : [sql<boolean>`c.driver = ${driver}`]),
    ...(mine === true ? [sql<boolean>`c.id_user = ${user.id}`] : []),
    ...(search === ""
      ? []
      : [
          sql<boolean>`(c.name ilike ${pattern} or c.description ilike ${pattern} or p.name ilike ${pattern}
            or c.code = ${search})`,
        ]),
  ];
}
