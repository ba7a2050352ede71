import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import type { ExportPart } from "../exports/part.ts";
import { wordsIn } from "../exports/words.ts";

/** Export part: members of the project. Addresses are only for users who may change the team. */
export function teamExport(db: Database): ExportPart {
  return {
    name: "team",
    needs: "team.view",
    estimate: () => Promise.resolve(0),
    async read({ project, holds, language }) {
      const { columns, roles } = wordsIn(language);
      const people = await db
        .selectFrom("project_members as m")
        .innerJoin("users as u", "u.id", "m.id_user")
        .select(["m.role", "m.created_at", "u.company", "u.email"])
        .select(personName("u").as("name"))
        .where("m.id_project", "=", project.id)
        .where("u.deleted_at", "is", null)
        .orderBy("m.id")
        .execute();
      const mayKnow = holds.includes("team.edit");
      return {
        facts: people.map(({ name, role, company, created_at, email }) => ({
          name,
          role,
          company,
          joined_at: created_at.toISOString(),
          ...(mayKnow && { email }),
        })),
        tables: [
          {
            name: "team",
            columns: [
              columns.name,
              columns.role,
              columns.company,
              columns.joined,
              ...(mayKnow ? [columns.email] : []),
            ],
            rows: people.map(({ name, role, company, created_at, email }) => [
              name,
              roles[role],
              company,
              created_at,
              ...(mayKnow ? [email] : []),
            ]),
          },
        ],
      };
    },
  };
}
