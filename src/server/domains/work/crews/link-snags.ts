import { sql } from "kysely";
import { crewLimits } from "#contract/crews.limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import "#server/domains/work/snags/tables.ts";
import "./tables.ts";

/**
 * The snags of a row `l` of links with its person `q`, as rows `s`: those of the crew in the project that are not closed,
 * and those closed a short time ago. Everything that a link shows is limited by it.
 */
export const isShownSnag = (now: Date) => sql<boolean>`(s.id_crew = q.id_crew and s.id_project = l.id_project
  and (s.status <> 'closed' or s.closed_at > ${now}::timestamptz - make_interval(days => ${crewLimits.recentDays})))`;

/** Snags of a link that are not closed, however many it shows. */
export async function countOpenSnags(source: Database | Trx, linkId: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from crew_links l join crew_people q on q.id = l.id_person
    join snags s on s.id_crew = q.id_crew and s.id_project = l.id_project and s.status <> 'closed'
    where l.id = ${linkId}`.execute(source);
  return rows[0]?.open ?? 0;
}

export interface ToldSnag {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly due_date: string | null;
  /** Not named in a message yet, or opened again after the crew's answer. */
  readonly is_new: boolean;
}

/** Snags of a link that are not closed, at most 5000: new ones first, then by due date. */
export async function openSnagsOf(source: Database | Trx, linkId: number): Promise<ToldSnag[]> {
  const { rows } = await sql<ToldSnag>`
    select s.id, s.number, s.title, s.due_date, (x.told_at is null or (s.status = 'open' and exists (
      select from snag_answers a where a.id_snag = s.id and a.created_at > x.told_at))) as is_new
    from crew_links l join crew_people q on q.id = l.id_person
    join snags s on s.id_crew = q.id_crew and s.id_project = l.id_project and s.status <> 'closed'
    left join crew_link_snags x on x.id_link = l.id and x.id_snag = s.id
    where l.id = ${linkId}
    order by is_new desc, s.due_date nulls last, s.number limit ${crewLimits.told}`.execute(source);
  return rows;
}
