import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const logsOf = async (client: TestClient, id: number, query = {}) =>
  client.call("GET /api/users/{id}/activity-logs", { params: { id }, query });

describe("A user's activity", () => {
  it("is logged with action, subject, time and address: projects, visits, rooms, the account.", async () => {
    const user = await app.user({ role: "administrator" });
    const client = await app.as(user);
    const project = await client.call("POST /api/projects", { body: { name: "Palm Court" } });
    const visit = await client.call("POST /api/visits", {
      body: { id_project: project.id, name: "Weekly", visit_date: "2026-02-01T08:00:00Z" },
    });
    await client.call("PUT /api/visits/{id}", { params: { id: visit.id }, body: { name: "Weekly walk" } });
    await client.call("PUT /api/projects/{id}", {
      params: { id: project.id },
      body: { description: "Two basements", year: 2027 },
    });
    await client.call("DELETE /api/visits/{id}", { params: { id: visit.id } });
    await client.call("DELETE /api/projects/{id}", { params: { id: project.id } });
    await client.call("PUT /api/users/{id}", { params: { id: user.id }, body: { city: "Dubai" } });
    const { items } = await logsOf(client, user.id);
    const palm = { kind: "project", id: project.id, name: "Palm Court" };
    const walk = { kind: "visit", id: visit.id, name: "Weekly walk" };
    expect(items.map(({ action, subject, changed }) => [action, subject, changed.toSorted()])).toEqual([
      ["user.changed", null, ["city"]],
      ["project.deleted", palm, []],
      ["visit.deleted", walk, []],
      ["project.changed", palm, ["description", "year"]],
      ["visit.changed", { ...walk, name: "Weekly" }, ["name"]],
      ["visit.created", { ...walk, name: "Weekly" }, []],
      ["project.created", palm, []],
    ]);
    for (const { address, created_at } of items) {
      expect(address).toMatch(/127\.0\.0\.1$/);
      expect(Date.now() - Date.parse(created_at)).toBeLessThan(60_000);
    }
  });

  it("includes rooms: added, turned and removed.", async () => {
    const user = await app.user({ role: "administrator" });
    const client = await app.as(user);
    const project = await client.call("POST /api/projects", { body: { name: "Palm Court" } });
    const visit = await client.call("POST /api/visits", {
      body: { id_project: project.id, name: "Weekly", visit_date: "2026-02-01T08:00:00Z" },
    });
    const reply = await client.upload(
      "POST /api/rooms",
      { id_visit: String(visit.id), name: "Stairs" },
      { file: { name: "stairs.jpg", bytes: await panorama() } },
    );
    const { id } = (reply.body as { data: { id: number } }).data;
    await client.call("PUT /api/rooms/{id}", { params: { id }, body: { north: 12.5, name: "Stairs" } });
    await client.call("DELETE /api/rooms/{id}", { params: { id } });
    const { items } = await logsOf(client, user.id, { per_page: 3 });
    const subject = { kind: "room", id, name: "Stairs" };
    expect(items).toMatchObject([
      { action: "room.deleted", subject, changed: [] },
      { action: "room.changed", subject, changed: ["north"] },
      { action: "room.created", subject, changed: [] },
    ]);
  });

  it("is not logged when nothing changed.", async () => {
    const user = await app.user();
    const client = await app.as(user);
    await client.call("PUT /api/users/{id}", {
      params: { id: user.id },
      body: { first_name: "Test", city: "" },
    });
    expect((await logsOf(client, user.id)).total).toBe(0);
  });

  it("is visible to that user, paged, newest first, and searchable.", async () => {
    const user = await app.user();
    const client = await app.as(user);
    for (const city of ["Dubai", "Amman", "Doha"])
      await client.call("PUT /api/users/{id}", { params: { id: user.id }, body: { city } });
    await client.call("PUT /api/users/{id}/change-password", {
      params: { id: user.id },
      body: { current_password: password, new_password: "a longer sentence for later" },
    });
    const first = await logsOf(client, user.id, { per_page: 3 });
    expect(first).toMatchObject({ total: 4, page: 1, per_page: 3 });
    expect(first.items.map(({ action }) => action)).toEqual([
      "user.password_changed",
      "user.changed",
      "user.changed",
    ]);
    expect((await logsOf(client, user.id, { per_page: 3, page: 2 })).items).toHaveLength(1);
    expect((await logsOf(client, user.id, { search: "password" })).total).toBe(1);
    const { user: record, activity } = await client.call("GET /api/users/{id}/profile", {
      params: { id: user.id },
    });
    expect(record).toMatchObject({ id: user.id, city: "Doha", can: { edit: true } });
    expect(activity).toEqual((await logsOf(client, user.id, { per_page: 10 })).items);
  });

  it("on another user's account shows who did it, and names the owner.", async () => {
    const [user, chief] = [await app.user(), await app.user({ role: "super_admin" })];
    const admin = await app.as(chief);
    await admin.call("PUT /api/users/{id}", { params: { id: user.id }, body: { role: "administrator" } });
    expect((await logsOf(admin, chief.id)).items[0]).toMatchObject({
      action: "user.changed",
      subject: { kind: "user", id: user.id, name: user.name },
      changed: ["role"],
    });
    expect((await logsOf(admin, user.id)).total).toBe(0);
  });
});
