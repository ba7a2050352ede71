import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Crew } from "#contract/crews.ts";
import { snagsWorld } from "#server/domains/work/snags/snags.fixture.ts";
import type { TestClient } from "#test/client.ts";

export { bell, empty, type Person, person } from "#server/domains/work/snags/snags.fixture.ts";

/** A project with a team, a visit and crews. */
export function crewsWorld(options: Parameters<typeof snagsWorld>[0] = {}) {
  const snags = snagsWorld(options);
  const db = () => snags.is.app.database.db;
  const world = {
    ...snags,
    get is() {
      return snags.is;
    },
    db,
    /** A crew of the project with one person, or with the given people. */
    async crew(people: readonly Record<string, unknown>[] = [newPerson()], name = "Tilers"): Promise<Crew> {
      return snags.is.owner.client.call("POST /api/crews", {
        body: { id_project: snags.is.id_project, name, trade: "Tiling", people: people as never },
      });
    },
    /** The code of a person's link, as a manager shares it. */
    async codeOf(personId: number): Promise<string> {
      const { url } = await snags.is.owner.client.call("POST /api/projects/{id}/crew-links/{person}/share", {
        params: { id: snags.is.id_project, person: personId },
        body: {},
      });
      return url.slice(url.lastIndexOf("/") + 1);
    },
    /** A crew with a snag in the hall, and the code of its one person. */
    async linked(person: Record<string, unknown> = newPerson()) {
      const crew = await world.crew([person]);
      const id_person = crew.people[0]?.id ?? 0;
      const { id_room } = snags.is;
      const snag = await snags.pin({ id_crew: crew.id, id_room, yaw: 10, pitch: -5 });
      return { crew, id_person, snag, code: await world.codeOf(id_person) };
    },
    page: (code: string, client: TestClient = snags.is.app.guest()) =>
      client.call("GET /api/answers/{code}", { params: { code } }),
    answer: (
      code: string,
      snag: number,
      body: Record<string, unknown>,
      client: TestClient = snags.is.app.guest(),
    ) =>
      client.call("POST /api/answers/{code}/snags/{snag}", {
        params: { code, snag },
        body: { guid: randomUUID(), kind: "started", ...body } as never,
      }),
    refusedAnswer: (
      code: string,
      snag: number,
      body: Record<string, unknown>,
      client: TestClient = snags.is.app.guest(),
    ) =>
      client.refused("POST /api/answers/{code}/snags/{snag}", {
        params: { code, snag },
        body: { guid: randomUUID(), kind: "started", ...body },
      }),
    /** Everything that an answer or a visit of the page could change, as one text. */
    async state(): Promise<string> {
      const tables = [
        "crews",
        "crew_people",
        "crew_links",
        "crew_link_snags",
        "crew_link_settings",
        "snags",
        "snag_steps",
        "snag_answers",
        "snag_answer_photos",
        "snag_photos",
        "snag_comments",
        "notifications",
        "activity",
        "sightings",
      ];
      const rows = await Promise.all(
        tables.map((table) =>
          sql<{ all: string }>`
            select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as "all"
            from ${sql.table(table)} t`.execute(db()),
        ),
      );
      return rows.map(({ rows: [row] }) => row?.all ?? "").join("\n");
    },
  };
  return world;
}

export const newPerson = (more: Record<string, unknown> = {}) => ({
  name: "Anwar Tiler",
  email: `${randomUUID()}@site.example`,
  ...more,
});
