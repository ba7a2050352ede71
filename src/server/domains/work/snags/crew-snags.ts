import { type RawBuilder, sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { SnagService } from "./snags.service.ts";
import "./tables.ts";

/**
 * Takes a crew from its snags, in one project or in all of them, before it is detached or deleted. Each gets a step in its
 * history, as if a user had cleared the field.
 */
export function createCrewSnags({ announce }: { readonly announce: SnagService["announce"] }) {
  return {
    async clear(
      trx: Trx,
      crew: { readonly id: number; readonly name: string },
      userId: number,
      projectId?: number,
    ): Promise<number> {
      const condition: RawBuilder<unknown> =
        projectId === undefined ? sql`true` : sql`s.id_project = ${projectId}`;
      const { rows } = await sql<{ id: number; id_project: number; id_room: number | null }>`
        with held as (
          select s.id from snags s where s.id_crew = ${crew.id} and ${condition} order by s.id for update),
        cleared as (
          update snags set id_crew = null, version = version + 1, updated_at = now()
          from held where snags.id = held.id returning snags.id, snags.id_project, snags.id_room),
        told as (
          insert into snag_steps (id_snag, id_user, action, changes)
          select id, ${userId}::bigint, 'changed',
            jsonb_build_array(jsonb_build_object('field', 'crew', 'from', ${crew.name}::text, 'to', null))
          from cleared)
        select * from cleared order by id`.execute(trx);
      await announce(trx, rows);
      return rows.length;
    },
  };
}

export type CrewSnags = ReturnType<typeof createCrewSnags>;
