import { sql } from "kysely";
import type { SheetWalk } from "#contract/walks.ts";
import type { Database } from "#server/platform/database.ts";
import "../visits/tables.ts";
import "./tables.ts";

interface LineRow {
  readonly id_visit: number;
  readonly visit: string;
  readonly visit_date: Date;
  readonly lines: SheetWalk["lines"];
}

/**
 * The lines of the walks of one visit on a floor plan of its project.
 * @param visitId the newest visit with a line on the floor plan when omitted
 * @returns null when there is none
 */
export async function walkOnSheet(
  db: Database,
  sheet: { readonly id: number; readonly id_project: number },
  visitId?: number,
): Promise<SheetWalk | null> {
  const { rows } = await sql<LineRow>`
    select v.id as id_visit, v.name as visit, v.visit_date,
      jsonb_agg(jsonb_build_object('is_uncertain', s.stretch->'is_uncertain', 'points', s.stretch->'points')
        order by w.id, s.at) as lines
    from walks w join visits v on v.id = w.id_visit and v.deleted_at is null
    cross join lateral jsonb_array_elements(w.line->'stretches') with ordinality as s(stretch, at)
    where v.id_project = ${sheet.id_project} and w.line is not null
      and (s.stretch->>'id_sheet')::bigint = ${sheet.id}
      ${visitId === undefined ? sql`` : sql`and v.id = ${visitId}`}
    group by v.id order by v.visit_date desc, v.id desc limit 1`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...row, visit_date: row.visit_date.toISOString() };
}
