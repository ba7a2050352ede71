import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

let time = Date.now();
const made = [{ width: 4000, height: 2000 }];
const ready = { state: "ready", levels: JSON.stringify(made), ready_at: new Date() };
const clock: Clock = { now: () => new Date(time) };
const hours = (n: number) => n * 3_600_000;

let app: TestApp;
let owner: TestClient;
let member: TestClient;
let memberAccount: { id: number; name: string };
let project: { id: number; code: string };
let visit: { id: number; code: string };

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" }, clock, rateFactor: 1 });
  owner = await app.as(await app.user({ role: "administrator", name: "owner-of-links" }));
  memberAccount = await app.user({ name: "member-of-links" });
  member = await app.as(memberAccount);
});
afterAll(() => app.close());

beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom("projects").execute();
  await db.deleteFrom("attempts").execute();
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  await db.updateTable("projects").set({ is_public: true }).where("id", "=", project.id).execute();
  await app.join(project.id, memberAccount, "viewer");
  visit = await owner.call("POST /api/visits", {
    body: { id_project: project.id, name: "Week 12", visit_date: "2026-02-01T08:00:00Z" },
  });
});

interface Change {
  readonly access?: "link" | "members";
  readonly password?: string | null;
  readonly expires_at?: string | null;
  readonly history?: boolean;
}
const set = (body: Change, client = owner) =>
  client.call("PUT /api/visits/{id}/share", { params: { id: visit.id }, body });
const open = (client: TestClient) => client.raw("GET /api/viewer-visit", { query: { code: visit.code } });
const unlock = (client: TestClient, password: string) =>
  client.raw("POST /api/viewer-visit/unlock", { body: { code: visit.code, password } });
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe("a visit with a password", () => {
  beforeEach(() => set({ password: "gate 7" }));

  it("opens for a guest after the right password, and for this browser only", async () => {
    const guest = app.guest();
    expect(codeOf(await open(guest))).toBe("VISIT_PASSWORD");
    expect(codeOf(await unlock(guest, "gate 8"))).toBe("VISIT_PASSWORD_WRONG");
    expect(codeOf(await open(guest))).toBe("VISIT_PASSWORD");
    expect((await unlock(guest, "gate 7")).status).toBe(200);
    expect((await open(guest)).status).toBe(200);
    expect(codeOf(await open(app.guest()))).toBe("VISIT_PASSWORD");
  });

  it("reveals nothing to a guest before, neither by a call nor in its page", async () => {
    const guest = app.guest();
    for (const route of [
      "GET /api/viewer-room-pois",
      "GET /api/viewer-timeline",
      "GET /api/viewer-dates",
    ] as const)
      expect(await guest.raw(route, { query: { code: visit.code, id_room: 1 } })).toMatchObject({
        status: 403,
      });
    for (const route of ["GET /api/viewer-count/visit"] as const)
      expect(await guest.raw(route, { query: { visit_code: visit.code } })).toMatchObject({ status: 403 });
    const body = { visit_code: visit.code };
    expect(await guest.raw("POST /api/viewer-count/log-visit", { body })).toMatchObject({ status: 403 });
  });

  it("needs no password from members and super admins", async () => {
    const admin = await app.as(await app.user({ role: "super_admin" }));
    for (const client of [owner, member, admin]) expect((await open(client)).status).toBe(200);
    expect(codeOf(await open(await app.as(await app.user())))).toBe("VISIT_PASSWORD");
  });

  it("asks for it again after half a day", async () => {
    const guest = app.guest();
    await unlock(guest, "gate 7");
    time += hours(limits.share.passHours) - 1000;
    expect((await open(guest)).status).toBe(200);
    time += 2000;
    expect(codeOf(await open(guest))).toBe("VISIT_PASSWORD");
  });

  it("asks for it again after a new password, and never after its removal", async () => {
    const guest = app.guest();
    await unlock(guest, "gate 7");
    await set({ password: "gate 9" });
    expect(codeOf(await open(guest))).toBe("VISIT_PASSWORD");
    await set({ password: null });
    expect((await open(guest)).status).toBe(200);
  });

  it("rejects a pass of another visit, and a forged one", async () => {
    const other = await owner.call("POST /api/visits", {
      body: { id_project: project.id, name: "Other", visit_date: "2026-02-02T08:00:00Z" },
    });
    await owner.call("PUT /api/visits/{id}/share", {
      params: { id: other.id },
      body: { password: "gate 7" },
    });
    const guest = app.guest();
    await unlock(guest, "gate 7");
    const cookie = guest.cookie();
    const [, pass = ""] = new RegExp(`sitewalk_visit_${visit.id}=([^;]+)`).exec(cookie) ?? [];
    expect(pass).not.toBe("");
    const ask = async (code: string, sent: string) =>
      (await fetch(`${app.origin}/api/viewer-visit?code=${code}`, { headers: { cookie: sent } })).status;
    expect(await ask(visit.code, `sitewalk_visit_${visit.id}=${pass}`)).toBe(200);
    expect(await ask(other.code, `sitewalk_visit_${other.id}=${pass}`)).toBe(403);
    const later = `${Number(pass.split(".")[0]) + 9999}.${pass.split(".")[1]}`;
    expect(await ask(visit.code, `sitewalk_visit_${visit.id}=${later}`)).toBe(403);
    expect(await ask(visit.code, `sitewalk_visit_${visit.id}=`)).toBe(403);
  });

  it("allows ten attempts per address, then makes it wait", async () => {
    const guest = app.guest();
    for (let n = 0; n < limits.share.tries; n += 1)
      expect(codeOf(await unlock(guest, `guess ${n}`))).toBe("VISIT_PASSWORD_WRONG");
    const stopped = await unlock(app.guest(), "gate 7");
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("stores the password like those of accounts, and never returns it", async () => {
    const row = await app.database.db
      .selectFrom("visits")
      .select("share_password_hash")
      .where("id", "=", visit.id)
      .executeTakeFirstOrThrow();
    expect(row.share_password_hash).toMatch(/^\$argon2id\$/);
    for (const route of ["GET /api/visits/{id}/share", "GET /api/visits/{id}"] as const) {
      const text = JSON.stringify((await owner.raw(route, { params: { id: visit.id } })).body);
      expect(text).not.toContain("argon2");
      expect(text).not.toContain("gate 7");
    }
    const list = JSON.stringify((await owner.raw("GET /api/visits", {})).body);
    expect(list).not.toContain("argon2");
  });
});

describe("a link with an expiry date", () => {
  it("ends for guests at its moment, whatever password they gave, and not for members", async () => {
    const guest = app.guest();
    await set({ password: "gate 7", expires_at: new Date(time + hours(1)).toISOString() });
    await unlock(guest, "gate 7");
    expect((await open(guest)).status).toBe(200);
    time += hours(1);
    expect(await open(guest)).toMatchObject({ status: 410, body: { code: "VISIT_EXPIRED" } });
    expect((await unlock(guest, "gate 7")).status).toBe(410);
    expect((await open(member)).status).toBe(200);
    await set({ expires_at: null });
    expect((await open(guest)).status).toBe(200);
  });
});

describe("a members-only visit", () => {
  it("does not exist for everyone else", async () => {
    await set({ access: "members", password: "gate 7" });
    const guest = app.guest();
    const missing = await guest.raw("GET /api/viewer-visit", { query: { code: "nosuchcode" } });
    expect((await open(guest)).body).toEqual(missing.body);
    expect((await unlock(guest, "gate 7")).status).toBe(404);
    expect((await open(await app.as(await app.user()))).status).toBe(404);
    expect((await open(member)).status).toBe(200);
  });
});

describe("the lists of public pages", () => {
  const listed = async () => {
    const shown = await app.guest().call("GET /api/showcase", { query: { project_code: project.code } });
    return JSON.stringify(shown).includes(visit.code);
  };
  it("leave out a visit that is protected, expired or for members only", async () => {
    const { db } = app.database;
    await db
      .insertInto("pictures")
      .values({ sha256: "cd".repeat(32), width: 4000, height: 2000, bytes: 10, ...ready } as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto("rooms")
      .values({
        id_visit: visit.id,
        name: "Hall",
        position: 0,
        file_name: "",
        picture_sha256: "cd".repeat(32),
      })
      .execute();
    expect(await listed()).toBe(true);
    // A signed-in user without membership in the public project.
    const visitor = await app.as(await app.user());
    const coverFor = async (client: TestClient) =>
      (await client.call("GET /api/projects/{id}", { params: { id: project.id } })).cover;
    expect(await coverFor(visitor)).not.toBeNull();
    await set({ password: "gate 7" });
    expect(await coverFor(visitor)).toBeNull();
    expect(await coverFor(member)).not.toBeNull();
    expect(await listed()).toBe(false);
    await set({ password: null, access: "members" });
    expect(await listed()).toBe(false);
    await set({ access: "link", expires_at: new Date(time - 1000).toISOString() });
    expect(await listed()).toBe(false);
    await set({ expires_at: new Date(time + hours(1)).toISOString() });
    expect(await listed()).toBe(true);
  });
});

describe("the rules of a link", () => {
  it("are returned and changed one by one, and logged by name only", async () => {
    const told = () => owner.call("GET /api/visits/{id}/share", { params: { id: visit.id } });
    expect(await told()).toEqual({
      access: "link",
      has_password: false,
      expires_at: null,
      history: false,
      views: 0,
    });
    await set({ history: true });
    await set({ password: "gate 7" });
    const ends = new Date(time + hours(24)).toISOString();
    await set({ expires_at: ends });
    expect(await told()).toMatchObject({ has_password: true, expires_at: ends, history: true });
    await set({ history: true });
    const activity = await app.database.db
      .selectFrom("activity")
      .select("changed")
      .where("action", "=", "visit.shared")
      .where("id_subject", "=", visit.id)
      .orderBy("id")
      .execute();
    expect(activity.map(({ changed }) => changed)).toEqual([["history"], ["password"], ["expires_at"]]);
  });

  it("are restored, the password too, for the user who changed them within a quarter of an hour", async () => {
    const guest = app.guest();
    await set({ password: "gate 7", history: true });
    await unlock(guest, "gate 7");
    const { undo } = await set({ password: null, access: "members", history: false });
    expect((await open(guest)).status).toBe(404);
    const back = (token: string, id = visit.id) =>
      owner.raw("PUT /api/visits/{id}/share", { params: { id }, body: { undo: token } });
    const other = await owner.call("POST /api/visits", {
      body: { id_project: project.id, name: "Other", visit_date: "2026-02-02T08:00:00Z" },
    });
    expect((await back(undo, other.id)).status).toBe(409);
    expect((await back(`${undo}x`)).status).toBe(409);
    expect((await back(undo)).body).toMatchObject({
      data: { access: "link", has_password: true, history: true },
    });
    expect((await open(guest)).status).toBe(200);
    const { undo: later } = await set({ history: false });
    time += (limits.share.undoMinutes + 1) * 60_000;
    expect((await back(later)).status).toBe(409);
  });

  it("are for users who may edit the visit", async () => {
    expect(
      await member.refused("PUT /api/visits/{id}/share", {
        params: { id: visit.id },
        body: { password: null },
      }),
    ).toMatchObject({ status: 403, code: "VISIT_EDIT_DENIED" });
    expect(await member.refused("GET /api/visits/{id}/share", { params: { id: visit.id } })).toMatchObject({
      status: 403,
    });
    const editor = await app.user();
    await app.join(project.id, editor, "editor");
    expect(await set({ access: "members" }, await app.as(editor))).toMatchObject({ access: "members" });
  });

  it("refuse a password of three characters, and an invalid expiry date", async () => {
    for (const body of [{ password: "abc" }, { expires_at: "tomorrow" }, { access: "everybody" }])
      expect(
        await owner.refused("PUT /api/visits/{id}/share", { params: { id: visit.id }, body }),
      ).toMatchObject({ status: 422, code: "VALIDATION" });
  });
});
