import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { Program, programOf } from "#test/program.ts";
import { isWellFormed, newApiToken } from "./token.ts";

let time = Date.parse("2026-11-02T08:00:00Z");
let app: TestApp;
let person: { id: number; name: string };
let browser: TestClient;

beforeAll(async () => {
  app = await testApp({ clock: { now: () => new Date(time) } });
  person = await app.user({ role: "administrator" });
  browser = await app.as(person);
});
afterAll(() => app.close());

const make = (body: Record<string, unknown> = {}) =>
  browser.call("POST /api/tokens", {
    body: { name: "Reports", scopes: ["projects:read"], password, ...body },
  });

describe("a token", () => {
  it("begins with letters that identify it in a leak, and is checked before any database query", () => {
    const { token, hint } = newApiToken();
    expect(token).toMatch(/^swk_[\w-]{49}$/);
    expect(hint).toBe(`${token.slice(0, 8)}…`);
    expect(isWellFormed(token)).toBe(true);
    const other = token.at(10) === "A" ? "B" : "A";
    expect(isWellFormed(`${token.slice(0, 10)}${other}${token.slice(11)}`)).toBe(false);
    expect(isWellFormed(token.slice(0, -1))).toBe(false);
  });

  it("is shown once, stored only as its hash, and listed newest first to its owner only", async () => {
    const first = await make({ name: "First" });
    const second = await make({
      name: "Second",
      scopes: ["snags:write", "snags:write"],
      expires_in_days: null,
    });
    expect(second.scopes).toEqual(["snags:write"]);
    expect(second.expires_at).toBeNull();
    expect(first.expires_at).toBe(new Date(time + 90 * 86_400_000).toISOString());
    const { items, is_on } = await browser.call("GET /api/tokens");
    expect(is_on).toBe(true);
    expect(items.map(({ name }) => name).slice(0, 2)).toEqual(["Second", "First"]);
    expect(items[0]?.can).toEqual({ edit: true, delete: true });
    expect(JSON.stringify(items)).not.toContain(second.token);
    const rows = await app.database.db.selectFrom("api_tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(second.token.slice(12));
    const other = await app.as(await app.user());
    expect((await other.call("GET /api/tokens")).items).toEqual([]);
  });

  it("requires the password to be created, and cannot be created by the demo account", async () => {
    const body = { name: "Reports", scopes: ["projects:read"] };
    expect((await browser.refused("POST /api/tokens", { body })).code).toBe("PASSWORD_WRONG");
    const demo = await app.as(await app.user({ isDemo: true }));
    expect((await demo.refused("POST /api/tokens", { body: { ...body, password } })).code).toBe(
      "DEMO_READ_ONLY",
    );
    const bent = { name: " ", scopes: [], password };
    expect((await browser.refused("POST /api/tokens", { body: bent })).errors).toEqual({
      name: ["api_access.name_required"],
      scopes: ["api_access.scopes_required"],
    });
  });

  it("notifies its owner of its creation and revocation, by the bell, by email and in the log", async () => {
    const made = await make({ name: "Told" });
    await browser.call("PUT /api/tokens/{id}", { params: { id: made.id }, body: { name: "Told, weekly" } });
    await browser.call("DELETE /api/tokens/{id}", { params: { id: made.id } });
    const alerts = await browser.call("GET /api/sessions/alerts");
    expect(alerts.items.slice(0, 2).map(({ kind }) => kind)).toEqual(["token_revoked", "token_created"]);
    const log = await app.database.db
      .selectFrom("activity")
      .select(["action", "subject_name"])
      .where("id_user", "=", person.id)
      .orderBy("id", "desc")
      .limit(3)
      .execute();
    expect(log.map(({ action, subject_name }) => `${action} ${subject_name}`)).toEqual([
      "token.revoked Told, weekly",
      "token.renamed Told, weekly",
      "token.created Told",
    ]);
  });

  it("has a limit per user", async () => {
    const full = await app.user();
    const his = await app.as(full);
    const rows = Array.from({ length: limits.apiAccess.tokens }, () => programOf(app, full, ["snags:read"]));
    await Promise.all(rows);
    const body = { name: "One more", scopes: ["snags:read"], password };
    expect((await his.refused("POST /api/tokens", { body })).code).toBe("TOKENS_FULL");
  });
});

describe("a program with a token", () => {
  it("calls as its user, without cookies and anti-forgery token, and learns its remaining quota", async () => {
    const { token } = await make({ scopes: ["projects:write", "account:read"] });
    const program = new Program(app.origin, token);
    const made = await program.raw("POST /api/projects", {
      body: { name: "By a program", latitude: 24.7, longitude: 46.7 },
    });
    expect(made.status).toBe(201);
    expect(made.headers.getSetCookie()).toEqual([]);
    expect(made.headers.get("x-csrf-token")).toBeNull();
    expect(Number(made.headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
    const me = (await program.raw("GET /api/user")).body as { data: { id: number; email: string } };
    expect(me.data).toMatchObject({ id: person.id, email: `${person.name}@example.org` });
  });

  it("is rejected with 401 when the token is wrong, with instructions in the header", async () => {
    for (const token of ["", "swk_short", newApiToken().token]) {
      const { status, headers, body } = await new Program(app.origin, token).raw("GET /api/projects");
      expect({ status, code: (body as { code: string }).code }).toEqual({
        status: 401,
        code: "TOKEN_INVALID",
      });
      expect(headers.get("www-authenticate")).toContain("Bearer");
    }
  });

  it("does not become another user by accompanying cookies", async () => {
    const other = await app.user({ role: "super_admin" });
    const signedIn = await app.as(other);
    const program = await programOf(app, person, ["account:read"]);
    const cookie = signedIn.cookie();
    const me = await program.raw("GET /api/user", {}, { cookie });
    expect((me.body as { data: { id: number } }).data.id).toBe(person.id);
    const wrong = await new Program(app.origin, "swk_nothing").raw("GET /api/user", {}, { cookie });
    expect(wrong.status).toBe(401);
  });

  it("records the time and the address of its use, once a minute", async () => {
    const { token, id } = await make({ name: "Used" });
    const program = new Program(app.origin, token);
    const used = async () =>
      (await browser.call("GET /api/tokens")).items.find((one) => one.id === id)?.last_used_at;
    expect(await used()).toBeNull();
    await program.raw("GET /api/projects");
    const first = new Date(time).toISOString();
    expect(await used()).toBe(first);
    time += 30_000;
    await program.raw("GET /api/projects");
    expect(await used()).toBe(first);
    time += 31_000;
    await program.raw("GET /api/projects");
    expect(await used()).toBe(new Date(time).toISOString());
  });

  it("is rejected after the last day of its token, and as soon as it is revoked", async () => {
    const { token, id } = await make({ expires_in_days: 1 });
    const program = new Program(app.origin, token);
    expect(await program.code("GET /api/projects")).toBeUndefined();
    const kept = time;
    time += 86_400_000;
    expect(await program.code("GET /api/projects")).toBe("TOKEN_INVALID");
    time = kept;
    await browser.call("DELETE /api/tokens/{id}", { params: { id } });
    expect(await program.code("GET /api/projects")).toBe("TOKEN_INVALID");
  });

  it("has no access while its user is locked, deleted, or on a plan without the API", async () => {
    const { db } = app.database;
    const his = await app.user();
    const program = await programOf(app, his, ["projects:read"]);
    const set = (values: { locked_at?: Date | null; deleted_at?: Date | null }) =>
      db.updateTable("users").set(values).where("id", "=", his.id).execute();
    expect(await program.code("GET /api/projects")).toBeUndefined();
    await set({ locked_at: new Date() });
    expect(await program.code("GET /api/projects")).toBe("TOKEN_INVALID");
    await set({ locked_at: new Date(), deleted_at: new Date() });
    expect(await program.code("GET /api/projects")).toBe("TOKEN_INVALID");
    await set({ locked_at: null, deleted_at: null });
    const admin = await app.as(await app.user({ role: "super_admin" }));
    const plan = await admin.call("POST /api/plans", {
      body: { name: "Small", price: 10, features: ["Trello"] },
    });
    await admin.call("PUT /api/users/{id}/plan", { params: { id: his.id }, body: { id_plan: plan.id } });
    expect(await program.code("GET /api/projects")).toBe("API_OFF");
    const browserOfHis = await app.as(his);
    expect((await browserOfHis.call("GET /api/tokens")).is_on).toBe(false);
    const body = { name: "No", scopes: ["projects:read"], password };
    expect((await browserOfHis.refused("POST /api/tokens", { body })).code).toBe("API_OFF");
  });

  it("changes nothing while an invoice is overdue, and still reads", async () => {
    const his = await app.user();
    const program = await programOf(app, his, ["projects:write"]);
    await app.database.db
      .updateTable("users")
      .set({ payment_deadline: "2026-10-01" })
      .where("id", "=", his.id)
      .execute();
    const body = { name: "Late", latitude: 24.7, longitude: 46.7 };
    expect(await program.code("POST /api/projects", { body })).toBe("PAYMENT_OVERDUE");
    expect(await program.code("GET /api/projects")).toBeUndefined();
  });

  it("uploads pictures at once or in parts, and shows them by the returned addresses", async () => {
    const program = await programOf(app, person, ["visits:write", "projects:write"]);
    const made = await program.raw("POST /api/projects", {
      body: { name: "Uploads", latitude: 24.7, longitude: 46.7 },
    });
    const id_project = (made.body as { data: { id: number } }).data.id;
    const visit = await program.raw("POST /api/visits", {
      body: { id_project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" },
    });
    const id_visit = (visit.body as { data: { id: number } }).data.id;
    const bytes = new Uint8Array(await panorama());
    const form = new FormData();
    form.append("id_visit", String(id_visit));
    form.append("file", new Blob([bytes]), "hall.jpg");
    expect((await program.raw("POST /api/rooms", { body: form })).status).toBe(201);

    const told = (kind: string, id: number) => ({
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "upload-metadata": Object.entries({ kind, [kind === "video" ? "id_project" : "id_visit"]: String(id) })
        .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
        .join(),
    });
    const begun = await program.send("POST", "/api/uploads", undefined, told("picture", id_visit));
    expect(begun.status).toBe(201);
    const part = await program.send("PATCH", begun.headers.get("location") ?? "", bytes, {
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    });
    expect(part.status).toBe(204);
    const film = await program.send("POST", "/api/uploads", undefined, told("video", id_project));
    expect(film.body).toMatchObject({ code: "TOKEN_SCOPE", values: { scope: "videos:write" } });
    const other = await programOf(app, await app.user(), ["visits:write"]);
    const stolen = await other.send(
      "HEAD",
      begun.headers.get("location") ?? "",
      undefined,
      told("picture", 1),
    );
    expect(stolen.status).toBe(404);
  });
});

describe("rate limiting", () => {
  it("counts by token and by address, and reports the wait", async () => {
    const strict = await testApp({ clock: { now: () => new Date(time) }, rateFactor: 0.01 });
    try {
      const one = await programOf(strict, await strict.user(), ["snags:read", "projects:read"]);
      const codes: (string | undefined)[] = [];
      for (let n = 0; n < 7; n += 1)
        codes.push(await one.code(n % 2 === 0 ? "GET /api/annotations" : "GET /api/projects"));
      expect(codes).toEqual([...Array.from({ length: 6 }, () => undefined), "RATE_LIMITED"]);
      const refused = await one.raw("GET /api/annotations");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    } finally {
      await strict.close();
    }
  });
});
