import type { SnagPriority, SnagStatus } from "#contract/choices.ts";
import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import type { ReportHead } from "./snag.ts";
import type { ReportWords } from "./words.ts";
import "../../crews/tables.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/media/sheets/tables.ts";
import "#server/domains/media/visits/tables.ts";

/** Query of the calls for reports. */
export interface ReportQuery {
  readonly id_project: number;
  readonly id_visit?: number | undefined;
  readonly id_room?: number | undefined;
  readonly id_sheet?: number | undefined;
  readonly status?: readonly SnagStatus[] | undefined;
  readonly priority?: readonly SnagPriority[] | undefined;
  readonly trade?: string | undefined;
  readonly id_assignee?: number | undefined;
  readonly id_crew?: number | undefined;
  readonly mine?: boolean | undefined;
  readonly overdue?: boolean | undefined;
  readonly search?: string | undefined;
  readonly ids?: readonly number[] | undefined;
}

/** The filters of a report in words: its readers must know what it omits. */
export async function filtersOf(
  db: Database,
  query: ReportQuery,
  { say, statuses, priorities, crew: crewLabel }: ReportWords,
): Promise<ReportHead["filters"]> {
  const { id_project, id_visit, id_room, id_sheet, id_assignee, id_crew } = query;
  // Names of this project alone: a name for another project's id would reveal that it exists.
  const [visit, room, sheet, person, crew] = await Promise.all([
    id_visit === undefined
      ? undefined
      : db
          .selectFrom("visits")
          .select("name")
          .where("id", "=", id_visit)
          .where("id_project", "=", id_project)
          .executeTakeFirst(),
    id_room === undefined
      ? undefined
      : db
          .selectFrom("rooms as r")
          .innerJoin("visits as v", "v.id", "r.id_visit")
          .select("r.name")
          .where("r.id", "=", id_room)
          .where("v.id_project", "=", id_project)
          .executeTakeFirst(),
    id_sheet === undefined
      ? undefined
      : db
          .selectFrom("sheets")
          .select("name")
          .where("id", "=", id_sheet)
          .where("id_project", "=", id_project)
          .executeTakeFirst(),
    id_assignee === undefined
      ? undefined
      : db
          .selectFrom("users as u")
          .innerJoin("project_members as m", "m.id_user", "u.id")
          .select(personName("u").as("name"))
          .where("u.id", "=", id_assignee)
          .where("m.id_project", "=", id_project)
          .executeTakeFirst(),
    id_crew === undefined
      ? undefined
      : db
          .selectFrom("crews as c")
          .innerJoin("crew_projects as j", "j.id_crew", "c.id")
          .select("c.name")
          .where("c.id", "=", id_crew)
          .where("j.id_project", "=", id_project)
          .executeTakeFirst(),
  ]);
  const named = (label: string, id: number | undefined, found: { name: string } | undefined) =>
    id === undefined ? [] : [{ label, value: found?.name ?? say.unset }];
  const listed = (label: string, values: readonly string[] | undefined) =>
    values === undefined || values.length === 0 ? [] : [{ label, value: values.join(", ") }];
  const filled = (label: string, value: string | undefined) =>
    value === undefined || value === "" ? [] : [{ label, value }];
  return [
    ...listed(
      say.status,
      query.status?.map((status) => statuses[status]),
    ),
    ...listed(
      say.priority,
      query.priority?.map((priority) => priorities[priority]),
    ),
    ...filled(say.trade, query.trade),
    ...named(say.assignee, id_assignee, person),
    ...named(crewLabel, id_crew, crew),
    ...(query.mine === true ? [{ label: say.mine, value: say.yes }] : []),
    ...(query.overdue === true ? [{ label: say.only_overdue, value: say.yes }] : []),
    ...named(say.visit, id_visit, visit),
    ...named(say.room, id_room, room),
    ...named(say.plan, id_sheet, sheet),
    ...filled(say.search, query.search),
    ...(query.ids === undefined ? [] : [{ label: say.chosen, value: say.yes }]),
  ];
}
