import { sql } from "kysely";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import { assignableInvited } from "./invited-assignees.ts";
import { assignable } from "./snag-position.ts";
import "#server/domains/people/auth/tables.ts";
import "../crews/tables.ts";
import "./tables.ts";

/** Members to whom a snag can be assigned, by name. */
export async function assignablePeople(db: Database, projectId: number): Promise<PersonRow[]> {
  const rows = await db
    .selectFrom("users as u")
    .select(personJson("u").as("person"))
    .where("u.locked_at", "is", null)
    .where(sql<boolean>`u.id in (${assignable(projectId)})`)
    .orderBy(personName("u"))
    .orderBy("u.id")
    .limit(1000)
    .execute();
  return rows.flatMap(({ person }) => (person === null ? [] : [person]));
}

/** Crews to which a snag can be assigned, by name. */
const assignableCrews = (
  db: Database,
  projectId: number,
): Promise<{ id: number; name: string; trade: string }[]> =>
  db
    .selectFrom("crew_projects as j")
    .innerJoin("crews as c", "c.id", "j.id_crew")
    .select(["c.id", "c.name", "c.trade"])
    .where("j.id_project", "=", projectId)
    .where("c.archived_at", "is", null)
    .orderBy(sql`lower(c.name)`)
    .orderBy("c.id")
    .limit(1000)
    .execute();

/** Trades used in the project so far, without duplicates regardless of case. */
export async function namedTrades(db: Database, projectId: number): Promise<string[]> {
  const { rows } = await sql<{ trade: string }>`
    select min(trade) as trade from snags where id_project = ${projectId} and trade <> ''
    group by lower(trade) order by lower(trade) limit 200`.execute(db);
  return rows.map(({ trade }) => trade);
}

/** Choices for the form of a snag: people, open invitations, crews and trades. */
export async function snagChoices(db: Database, projectId: number, address: (objectKey: string) => string) {
  const [people, invited, crews, trades] = await Promise.all([
    assignablePeople(db, projectId),
    assignableInvited(db, projectId),
    assignableCrews(db, projectId),
    namedTrades(db, projectId),
  ]);
  return { people: people.map((person) => wirePerson(person, address)), invited, crews, trades };
}
