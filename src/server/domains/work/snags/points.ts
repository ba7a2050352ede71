import { sql } from "kysely";
import type { Poi } from "#contract/viewer.ts";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

/** The snags in a room's picture that this user may see; guests see none. */
export async function snagPoints(db: Database, roomId: number, user: SessionUser | null): Promise<Poi[]> {
  if (user === null) return [];
  const rows = await db
    .selectFrom("snags as s")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_project", "=", "s.id_project").on("m.id_user", "=", user.id),
    )
    .select([
      "s.id",
      "s.yaw",
      "s.pitch",
      "s.title",
      "s.text",
      "s.number",
      "s.status",
      "s.priority",
      "s.version",
    ])
    .where("s.id_room", "=", roomId)
    .where("s.yaw", "is not", null)
    .$if(!user.super_admin, (query) => query.where(maySee(user)))
    .orderBy("s.number")
    .execute();
  return rows.map(({ yaw, pitch, title, ...snag }) => ({
    ...snag,
    kind: "snag",
    yaw: yaw ?? 0,
    pitch: pitch ?? 0,
    label: title,
    id_room: null,
    url: null,
    media: null,
    is_proposed: false,
  }));
}

/** Over `snags s` and `project_members m`: the policy's decision, for many at once. */
export const maySee = ({ id }: Pick<SessionUser, "id">) =>
  sql<boolean>`('snags.view' = any (m.grants)
    or 'snags.own' = any (m.grants) and ${id} in (s.id_user, s.id_assignee))`;
