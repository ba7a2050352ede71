import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { changeSettings } from "#test/sign-in.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

it("Ordinary users create projects only while the settings let them, and their own rights report it.", async () => {
  const client = await app.as(await app.user());
  const may = async () => (await client.call("GET /api/user")).can.create_project;
  const create = async () =>
    (await client.raw("POST /api/projects", { body: { name: "Palm Court" } })).status;
  expect([await may(), await create()]).toEqual([false, 403]);
  await changeSettings(app, { users_create_projects: true });
  expect([await may(), await create()]).toEqual([true, 201]);
  const demo = await app.as(await app.user({ isDemo: true }));
  expect((await demo.call("GET /api/user")).can.create_project).toBe(false);
  await changeSettings(app, { users_create_projects: false });
  expect([await may(), await create()]).toEqual([false, 403]);
});
