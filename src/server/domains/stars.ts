import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";

/** Per kind of starred record: its table, the table of the stars and the column there that references it. */
const starred = {
  projects: { stars: "project_stars", column: "id_project" },
  visits: { stars: "visit_stars", column: "id_visit" },
  videos: { stars: "video_stars", column: "id_video" },
  cameras: { stars: "camera_stars", column: "id_camera" },
} as const;

/** Stars of one user, private to that user. `seen` returns those of the ids that the user may see. */
export function starsOf<U extends Pick<SessionUser, "id">>(
  db: Database,
  table: keyof typeof starred,
  seen: (user: U, ids: readonly number[]) => Promise<readonly number[]>,
) {
  const [things, stars, column] = [
    sql.table(table),
    sql.table(starred[table].stars),
    sql.ref(starred[table].column),
  ];

  const set = async ({ id }: U, ids: readonly number[], isOn: boolean): Promise<void> => {
    const those = sql`any (${[...ids]}::bigint[])`;
    await (isOn
      ? sql`insert into ${stars} (id_user, ${column}) select ${id}, id from ${things} where id = ${those}
          on conflict do nothing`
      : sql`delete from ${stars} where id_user = ${id} and ${column} = ${those}`
    ).execute(db);
  };

  const has = async (user: U, id: number): Promise<boolean> => {
    const found = await sql`select from ${stars} where id_user = ${user.id} and ${column} = ${id}`.execute(
      db,
    );
    return found.rows.length > 0;
  };

  return {
    /** Sets the star, or flips it when `wanted` is not given. Returns undefined when the user cannot see the record. */
    async star(user: U, id: number, wanted: boolean | undefined): Promise<boolean | undefined> {
      const [known] = await seen(user, [id]);
      if (known === undefined) return undefined;
      const isOn = wanted ?? !(await has(user, known));
      await set(user, [known], isOn);
      return isOn;
    },

    /** Sets the stars of those that the user can see; returns their ids. */
    async starAll(user: U, ids: readonly number[], isOn: boolean): Promise<number[]> {
      const known = await seen(user, ids);
      if (known.length > 0) await set(user, known, isOn);
      return [...known];
    },
  };
}
