import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import type { Project } from "#contract/projects.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { RawReply, TestClient } from "#test/client.ts";

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly client: TestClient;
}

let count = 0;
/** Returns a name that no other project of a test has. */
export const fresh = (name = "Palm Court"): string => {
  count += 1;
  return `${name} ${count}`;
};

export const whole = {
  description: "Two basements",
  status: "Under_Construction",
  location: "Corniche 4",
  latitude: 25.2854,
  longitude: 51.531,
  year: 2024,
  num_buildings: 3,
  num_floors: 12,
  area: 8450.5,
} as const;

/** The product on a fresh database, with helpers for tests of projects. Opened and closed with the file. */
export function projectsWorld(now?: Date) {
  let app: TestApp;
  let owner: Person;
  let member: Person;
  let stranger: Person;
  let admin: Person;

  const person = async (
    role: "user" | "administrator" | "super_admin" = "administrator",
  ): Promise<Person> => {
    const user = await app.user({ role });
    return { ...user, client: await app.as(user) };
  };
  beforeAll(async () => {
    app = await testApp({ environment: { ROLE: "web" }, ...(now && { clock: { now: () => now } }) });
    [owner, member, stranger, admin] = [
      await person(),
      await person("user"),
      await person(),
      await person("super_admin"),
    ];
  });
  afterAll(() => app.close());

  type By = { readonly client: TestClient };
  return {
    get app() {
      return app;
    },
    get owner() {
      return owner;
    },
    /** Member of no project, until a test adds them. */
    get member() {
      return member;
    },
    get stranger() {
      return stranger;
    },
    get admin() {
      return admin;
    },
    person,
    add: (body: Record<string, unknown> = {}, by: By = owner): Promise<Project> =>
      by.client.call("POST /api/projects", { body: { name: fresh(), ...body } }),
    get: (id: number | string, by: By = owner): Promise<Project> =>
      by.client.call("GET /api/projects/{id}", { params: { id } }),
    put: (id: number, body: Record<string, unknown>, by: By = owner): Promise<RawReply> =>
      by.client.raw("PUT /api/projects/{id}", { params: { id }, body }),
    drop: (id: number, by: By = owner) => by.client.call("DELETE /api/projects/{id}", { params: { id } }),
    addVisit: (
      id_project: number,
      name = "First walk",
      visit_date = "2026-02-01T08:00:00Z",
      by: By = owner,
    ) => by.client.call("POST /api/visits", { body: { id_project, name, visit_date } }),
    /** Change events that browsers viewing the project received. */
    async changesOf(id: number): Promise<number> {
      const { rows } = await sql<{ payload: unknown }>`
        select payload from events where name = 'project.changed' and payload ->> 'id_project' = ${String(id)}`.execute(
        app.database.db,
      );
      return rows.length;
    },
    async log(id: number, query: Record<string, unknown> = {}, by: By = owner) {
      return by.client.call("GET /api/projects/{id}/activity", { params: { id }, query });
    },
  };
}
