import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

it("The signed-in user gets the counts of their projects and visits, without deleted ones.", async () => {
  const [client, other] = [
    await app.as(await app.user({ role: "administrator" })),
    await app.as(await app.user({ role: "administrator" })),
  ];
  const { id } = await client.call("GET /api/user");
  const stats = async () => (await client.call("GET /api/users/{id}", { params: { id } })).user_stats;
  const polled = async () => (await client.call("GET /api/user")).user_stats;
  expect(await stats()).toEqual({
    count_projects: 0,
    count_virtual_tours: 0,
    count_video_uploads: 0,
    count_projects_month: 0,
    count_virtual_tours_month: 0,
    count_video_uploads_month: 0,
  });
  const made = async (by: typeof client, name: string) => {
    const project = await by.call("POST /api/projects", { body: { name } });
    const visit = await by.call("POST /api/visits", {
      body: { id_project: project.id, name: "Weekly", visit_date: "2026-02-01T08:00:00Z" },
    });
    return { project, visit };
  };
  const [first] = [
    await made(client, "Palm Court"),
    await made(client, "Harbour house"),
    await made(other, "Palm Court"),
  ];
  // Counts of other users are separate.
  const begun = { count_projects_month: 2, count_virtual_tours_month: 2 };
  expect(await stats()).toMatchObject({ count_projects: 2, count_virtual_tours: 2, ...begun });
  await client.call("DELETE /api/visits/{id}", { params: { id: first.visit.id } });
  expect(await stats()).toMatchObject({ count_projects: 2, count_virtual_tours: 1, ...begun });
  await client.call("DELETE /api/projects/{id}", { params: { id: first.project.id } });
  expect(await stats()).toMatchObject({ count_projects: 1, count_virtual_tours: 1, ...begun });
  expect(await polled()).toMatchObject({ count_projects: 1, count_virtual_tours: 1, ...begun });
});
