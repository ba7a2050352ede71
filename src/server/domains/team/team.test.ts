import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());
describe("A team", () => {
  it("is listed", async () => {
    const owner = await app.as(await app.user({ role: "administrator" }));
    const { id } = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
    const team = await owner.call("GET /api/team-members", { query: { id_project: id } });
    expect(team.members).toHaveLength(1);
    console.log(JSON.stringify(team));
    const sent = await owner.call("POST /api/team-members/invite-team-member", { body: { id_project: id, email: "a@b.example", role: "viewer" } });
    console.log(JSON.stringify(sent));
  });
});
