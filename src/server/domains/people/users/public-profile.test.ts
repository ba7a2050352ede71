import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { changeSettings } from "#test/sign-in.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const open = (code: string) => app.guest().call("GET /api/users/code/{code}", { params: { code } });

async function person() {
  const user = await app.user({ role: "administrator" });
  const client = await app.as(user);
  const { code } = await client.call("GET /api/user");
  const set = (values: object) =>
    app.database.db.updateTable("users").set(values).where("id", "=", user.id).execute();
  return { ...user, client, code, set };
}

async function visitOf(client: TestClient, name: string) {
  const project = await client.call("POST /api/projects", { body: { name: "Palm Court" } });
  const visit = await client.call("POST /api/visits", {
    body: { id_project: project.id, name, visit_date: "2026-02-01T08:00:00Z" },
  });
  const setProject = (values: object) =>
    app.database.db.updateTable("projects").set(values).where("id", "=", project.id).execute();
  return { ...visit, setProject };
}

describe("The public page of a user", () => {
  it("shows name, company and pictures to everyone, and no contact details.", async () => {
    await changeSettings(app, { company_enable: true });
    const { code, set } = await person();
    await set({ company: "Cedar Formwork", tel: "+971 4 000", street: "Road 1", city: "Dubai" });
    const page = await open(code);
    expect(page).toEqual({
      code,
      name: "Test Person",
      company: "Cedar Formwork",
      avatar: null,
      cover_image: null,
      member_since: expect.stringMatching(/^\d{4}-/),
      tours: [],
    });
    await changeSettings(app, { company_enable: false });
    expect((await open(code)).company).toBe("");
  });

  it("never shows an email address instead of a name.", async () => {
    const { code, name, set } = await person();
    await set({ first_name: "", last_name: "" });
    expect((await open(code)).name).toBe(name);
    await set({ username: `${name}@example.org` });
    expect((await open(code)).name).toBe("");
  });

  it("lists their visits in public projects, and none that is shared by link only.", async () => {
    const { code, client } = await person();
    const visit = await visitOf(client, "Ground floor");
    expect((await open(code)).tours).toEqual([]);
    await visit.setProject({ is_public: true });
    expect((await open(code)).tours).toEqual([
      {
        code: visit.code,
        name: "Ground floor",
        visit_date: "2026-02-01T08:00:00.000Z",
        cover: null,
        cover_card: null,
      },
    ]);
    for (const closed of [{ active: false }, { validated: false }, { deleted_at: new Date() }]) {
      await visit.setProject(closed);
      expect((await open(code)).tours).toEqual([]);
      await visit.setProject({ active: true, validated: true, deleted_at: null });
    }
    await client.call("DELETE /api/visits/{id}", { params: { id: visit.id } });
    expect((await open(code)).tours).toEqual([]);
  });

  it("is not found for locked or unaccepted accounts, nor for unknown codes.", async () => {
    const { code, set } = await person();
    const missing = async () =>
      (await app.guest().refused("GET /api/users/code/{code}", { params: { code } })).code;
    for (const values of [{ locked_at: new Date() }, { locked_at: null, awaiting: "invitation" }]) {
      await set(values);
      expect(await missing()).toBe("NOT_FOUND");
    }
    const nobody = { params: { code: "nosuchcode22" } };
    expect((await app.guest().refused("GET /api/users/code/{code}", nobody)).status).toBe(404);
  });
});
