import { crewLimits } from "#contract/crews.limits.ts";
import ar from "#i18n/ar/work/crews.json" with { type: "json" };
import en from "#i18n/en/work/crews.json" with { type: "json" };
import type { ExportPart } from "#server/domains/sites/exports/part.ts";
import type { CrewsRepository } from "./crews.repository.ts";
import { wireCrew } from "./wire.ts";

const words = { en: en.exported, ar: ar.exported };
/** Bytes of a crew in the data and in the table. */
const CREW_BYTES = 2000;

const allOf = (id_project: number) => ({
  id_project,
  archived: false,
  page: 1,
  per_page: crewLimits.perProject,
});

/**
 * Part of an export: the crews of the project and their people, as the user sees them on the screen: addresses are masked for
 * those who may not edit the crew. Links are not exported: they would open the snags for everyone who reads the file.
 */
export function crewsExport(repository: Pick<CrewsRepository, "list">): ExportPart {
  return {
    name: "crews",
    needs: "snags.view",
    estimate: async ({ project, user }) => {
      const { total } = await repository.list(user, { ...allOf(project.id), per_page: 1 });
      return total * CREW_BYTES;
    },
    async read({ project, user, language }) {
      const say = words[language];
      const { rows } = await repository.list(user, allOf(project.id));
      const crews = rows.map((row) => wireCrew(row, user));
      return {
        facts: crews.map(({ name, trade, people }) => ({
          name,
          trade,
          people: people.map(({ name: person, email, phone, language: of }) => ({
            name: person,
            email,
            phone,
            language: of,
          })),
        })),
        tables: [
          {
            name: "crews",
            columns: [say.crew, say.trade, say.person, say.email, say.phone, say.language],
            rows: crews.flatMap(({ name, trade, people }) =>
              people.length === 0
                ? [[name, trade, "", "", "", ""]]
                : people.map((person) => [
                    name,
                    trade,
                    person.name,
                    person.email ?? "",
                    person.phone ?? "",
                    person.language,
                  ]),
            ),
          },
        ],
      };
    },
  };
}
