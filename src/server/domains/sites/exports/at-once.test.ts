import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";

let app: TestApp;
let owner: TestClient;
let ownerId = 0;
let colleague: TestClient;
const projects: number[] = [];

beforeAll(async () => {
  app = await testApp();
  const account = await app.user({ role: "administrator" });
  const other = await app.user();
  ownerId = account.id;
  owner = await app.as(account);
  colleague = await app.as(other);
  for (const name of ["North", "South", "East", "West"]) {
    const { id } = await owner.call("POST /api/projects", { body: { name } });
    await app.join(id, other, "manager");
    projects.push(id);
  }
});
afterAll(() => app.close());
beforeEach(() => app.database.db.deleteFrom("project_exports").execute());

const ask = (client: TestClient, id_project = 0) =>
  client.call("POST /api/project-exports", { body: { id_project } });
const look = (id: number, client = owner) => client.call("GET /api/project-exports/{id}", { params: { id } });
const project = (at: number) => projects[at] ?? 0;

/** An export that another worker builds and never finishes. */
async function building(id_project: number): Promise<number> {
  const { id } = await app.database.db
    .insertInto("project_exports")
    .values({
      id_project,
      id_user: ownerId,
      language: "en",
      state: "building",
      total_bytes: 1000,
      object_key: null,
      size_bytes: null,
      failure: null,
      finished_at: null,
      expires_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
const stop = (id: number) => owner.call("DELETE /api/project-exports/{id}", { params: { id } });

it("builds one export of a project at a time; the next waits, gives the reason, and starts when the first has ended", async () => {
  const first = await building(project(0));
  const second = await ask(colleague, project(0));
  expect(await look(second.id, colleague)).toMatchObject({ state: "waiting", waits_for: "project" });
  await stop(first);
  await soon(async () => expect((await look(second.id, colleague)).state).toBe("ready"));
});

it("builds two exports of a user at a time; a third waits, gives the reason, and starts when one has ended", async () => {
  const first = await building(project(0));
  await building(project(1));
  const third = await ask(owner, project(2));
  expect(await look(third.id)).toMatchObject({ state: "waiting", waits_for: "person" });
  const theirs = await ask(colleague, project(3));
  await soon(async () => expect((await look(theirs.id, colleague)).state).toBe("ready"));
  expect((await look(third.id)).state).toBe("waiting");
  await stop(first);
  await soon(async () => expect((await look(third.id)).state).toBe("ready"));
});

it("streams none while another is built, and offers to have it built instead", async () => {
  await building(project(0));
  const overview = (client: TestClient, id_project: number) =>
    client.call("GET /api/project-exports", { query: { id_project } });
  expect(await overview(colleague, project(0))).toMatchObject({ is_streamed: false, is_busy: true });
  expect(await overview(colleague, project(1))).toMatchObject({ is_streamed: true, is_busy: false });
  const given = { params: { id: project(0) } };
  expect(await colleague.refused("GET /api/projects/export/{id}", given)).toMatchObject({
    status: 409,
    code: "EXPORT_BUSY",
  });
  const { status } = await colleague.raw("GET /api/projects/export/{id}", { params: { id: project(1) } });
  expect(status).toBe(200);
  await soon(async () =>
    expect(await overview(colleague, project(1))).toMatchObject({ is_streamed: true, is_busy: false }),
  );
});
