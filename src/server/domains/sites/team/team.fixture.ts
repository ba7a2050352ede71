import type { GivenRole } from "#contract/team.ts";
import { person } from "#server/domains/installation/notifications/news.fixture.ts";
import type { TestApp } from "#test/app.ts";

export type { Person } from "#server/domains/installation/notifications/news.fixture.ts";
export { bell, empty, person, titles } from "#server/domains/installation/notifications/news.fixture.ts";

/** A project with one member of each role, and an outsider. */
export async function buildTeam(app: TestApp) {
  const owner = await person(app, { role: "administrator" });
  const { id, code } = await owner.client.call("POST /api/projects", { body: { name: "Palm Court" } });
  const member = async (role: GivenRole) => {
    const made = await person(app);
    await app.join(id, made, role);
    return made;
  };
  return {
    id_project: id,
    code,
    owner,
    manager: await member("manager"),
    editor: await member("editor"),
    viewer: await member("viewer"),
    trade: await member("trade"),
    stranger: await person(app),
    member,
  };
}
export type TestTeam = Awaited<ReturnType<typeof buildTeam>>;

/** A membership as stored in the database; undefined for a user who is not a member. */
export const placeOf = ({ database }: TestApp, id_project: number, { id }: { id: number }) =>
  database.db
    .selectFrom("project_members")
    .select(["role", "grants"])
    .where("id_project", "=", id_project)
    .where("id_user", "=", id)
    .executeTakeFirst();

/** Team changes in the project's log, oldest first. */
export const logOf = async ({ database }: TestApp, id_project: number) =>
  (
    await database.db
      .selectFrom("activity")
      .select(["action", "details"])
      .where("id_project", "=", id_project)
      .where("subject_kind", "=", "team")
      .orderBy("id")
      .execute()
  ).map(({ action, details }) => [action, details] as const);
