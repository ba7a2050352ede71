import { sql } from "kysely";
import { crewLimits } from "#contract/crews.limits.ts";
import "#server/domains/sites/projects/tables.ts";
import "#server/domains/work/snags/tables.ts";
import "./tables.ts";

const endDays = sql`coalesce(k.end_days, ${crewLimits.endDays.standard})`;

/** Rows `l`, `q`, `c`, `p`, `k`: whether the last snag was closed, or the link was sent, too long ago. */
const isOver = (now: Date) => sql<boolean>`(
  not exists (select from snags s where s.id_crew = q.id_crew and s.id_project = l.id_project and s.status <> 'closed')
  and ${now}::timestamptz - make_interval(days => ${endDays}) > greatest(l.touched_at, (
    select max(s.closed_at) from snags s where s.id_crew = q.id_crew and s.id_project = l.id_project)))`;

/** Rows `l`, `q`, `c`, `p`, `k`: whether the link opens. */
export const isOpenLink = (now: Date) => sql<boolean>`(l.revoked_at is null and c.archived_at is null
  and p.deleted_at is null and p.active and p.validated and not ${isOver(now)})`;

/** The tables of a link; `rest` names its conditions. */
export const linkTables = sql`
  crew_links l join crew_people q on q.id = l.id_person join crews c on c.id = q.id_crew
  join projects p on p.id = l.id_project left join crew_link_settings k on k.id_project = p.id`;
