import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { safeParse } from "zod/v4/core";
import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import { password, type TestApp, testApp } from "../app.ts";
import type { TestClient } from "../client.ts";
import { readSamples } from "../conformance/samples.ts";
import { nowhere } from "./missing-records.ts";

let app: TestApp;
let person: { id: number; name: string };
let client: TestClient;
let admin: TestClient;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  person = await app.user();
  client = await app.as(person);
  admin = await app.as(await app.user({ role: "super_admin" }));
});
afterAll(() => app.close());

const endpoints = Object.entries(api) as [Route, Endpoint][];
/** Field names of a query; empty where its schema is not a plain object. */
const fieldsOf = ({ query }: Endpoint): string[] =>
  Object.keys((query as { shape?: Readonly<Record<string, unknown>> } | undefined)?.shape ?? {});

describe("a repeated field", () => {
  it("is refused in every query, instead of using its first or last value", async () => {
    const samples = await readSamples();
    const taken: string[] = [];
    let tried = 0;
    for (const [route, endpoint] of endpoints)
      for (const name of fieldsOf(endpoint)) {
        const { method, url } = admin.address(route, samples.get(route)?.(nowhere) ?? {});
        const twice = new URL(url);
        twice.searchParams.append(name, "1");
        twice.searchParams.append(name, "2");
        const { status } = await admin.send(method, twice.href, undefined, {});
        tried += 1;
        if (status < 400) taken.push(`${route} ${name}: ${status}`);
      }
    expect(taken).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  });

  it("in a query has no effect on a field of the body", async () => {
    const url = `${app.origin}/api/login?username_l=${person.name}&password_l=${encodeURIComponent(password)}`;
    const reply = await app.guest().send("POST", url, "{}", { "content-type": "application/json" });
    expect(reply.status).toBe(422);
  });
});

describe("ambiguous JSON", () => {
  const send = (body: string | Uint8Array<ArrayBuffer>, type = "application/json") =>
    client.send("PUT", `${app.origin}/api/users/${person.id}`, body, { "content-type": type });
  const bytes = (...parts: (string | number[])[]) =>
    new Uint8Array(
      Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part)))),
    );

  it.each([
    ["plain", '{"first_name":"Noor","first_name":"Huda"}', "first_name"],
    ["escaped differently", '{"a":1,"\\u0061":2}', "a"],
    ["nested", '{"a":{"b":[{"c":1,"d":2,"c":{"e":1}}]}}', "c"],
    ["with text between that looks like one", '{"a":"{\\"a\\":1,","b":[",","a"],"b":2}', "b"],
    ["after a byte order mark", '\ufeff{"غرفة":1,"غرفة":2}', "غرفة"],
    ["empty", '{"":1,"":2}', ""],
  ])("a duplicate key is refused and named: %s", async (_, body, key) => {
    const reply = await send(body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: "JSON_KEY_TWICE", values: { key } });
  });

  it.each([
    ["as an escape", '{"first_name":"\\ud83c"}'],
    ["the second half alone", '{"first_name":"\\udfd7\\ufe0f"}'],
    ["in a key", '{"\\uD800":1}'],
    ["deep in a list", '{"a":[[{"b":["ok","x\\udc00"]}]]}'],
    ["in its own bytes", bytes('{"first_name":"', [0xed, 0xa0, 0x80], '"}')],
    ["bytes that are no UTF-8", bytes('{"first_name":"', [0xc3, 0x28], '"}')],
    ["another encoding", new Uint8Array(Buffer.from('\ufeff{"first_name":"Noor"}', "utf16le"))],
  ])("an incomplete character is refused: %s", async (_, body) => {
    const reply = await send(body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: "TEXT_BROKEN" });
  });

  it.each([
    [
      "the same key in two objects",
      '{"first_name":"Noor","x":{"first_name":1},"y":{"first_name":2}}',
      "Noor",
    ],
    ["a whole pair as escapes", '{"first_name":"\\ud83c\\udfd7"}', "🏗"],
    ["a byte order mark", '\ufeff{"first_name":"نور"}', "نور"],
    ["a key as a value", '{"first_name":"last_name","last_name":"first_name"}', "last_name"],
    ["two backslashes before a u", '{"first_name":"\\\\ud83c"}', "\\ud83c"],
  ])("a valid lookalike is accepted: %s", async (_, body, name) => {
    const reply = await send(body);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(await client.call("GET /api/user")).toMatchObject({ first_name: name });
  });

  it("a form may not repeat a field either", async () => {
    const form = "application/x-www-form-urlencoded";
    expect((await send("first_name=A&last_name=B&first_name=C", form)).body).toMatchObject({
      code: "JSON_KEY_TWICE",
    });
    expect((await send(bytes("first_name=", [0xff]), form)).body).toMatchObject({ code: "TEXT_BROKEN" });
  });
});

describe("names with a meaning in JavaScript", () => {
  const poison = ['{"__proto__":{"super_admin":true}}', '{"constructor":{"prototype":{"super_admin":true}}}'];

  it.each(poison)("%s is refused, and nothing inherits it", async (body) => {
    const reply = await client.send("PUT", `${app.origin}/api/users/${person.id}`, body, {
      "content-type": "application/json",
    });
    expect(reply.status).toBe(400);
    expect(({} as { super_admin?: boolean }).super_admin).toBeUndefined();
    expect(await client.call("GET /api/user")).toMatchObject({ super_admin: false });
  });

  it.each(["__proto__[super_admin]=1", "constructor.prototype.super_admin=1", "__proto__=1", "toString=1"])(
    "the query %s changes no user",
    async (query) => {
      await client.send("GET", `${app.origin}/api/projects?${query}`, undefined, {});
      expect(({} as { super_admin?: unknown }).super_admin).toBeUndefined();
      expect(await client.call("GET /api/user")).toMatchObject({ super_admin: false });
    },
  );

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "%s is not a language, a provider, a tool or a picture of the settings",
    async (name) => {
      for (const path of [`translations/${name}`, `auth/${name}`, `tools/${name}`, `users/code/${name}`]) {
        const { status } = await admin.send("GET", `${app.origin}/api/${path}`, undefined, {});
        expect([400, 404, 422], path).toContain(status);
      }
    },
  );
});

describe("undeclared fields", () => {
  const privileges = {
    id: 77_777,
    role: "super_admin",
    super_admin: true,
    is_demo: true,
    validated: true,
    locked_at: null,
    email_verified_at: "2026-01-01T00:00:00Z",
    password_hash: "x",
    id_owner: 77_777,
    id_user: 77_777,
    views: 5000,
    code: "chosenbyme22",
    created_at: "2020-01-01T00:00:00Z",
  };

  it("do not extend an account beyond its owner's permissions", async () => {
    const body = { first_name: "Noor", ...privileges, id: person.id };
    await client.call("PUT /api/users/{id}", { params: { id: person.id }, body });
    const row = await app.database.db
      .selectFrom("users")
      .select(["role", "is_demo", "first_name", "code"])
      .where("id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role: "user", is_demo: false, first_name: "Noor" });
    expect(row.code).not.toBe(privileges.code);
    await client.call("GET /api/user");
  });

  it("do not change a project's owner, code or age", async () => {
    const owner = await app.user({ role: "administrator" });
    const own = await app.as(owner);
    const { id } = await own.call("POST /api/projects", {
      body: { name: "Quay", latitude: 24.7, longitude: 46.7, ...privileges },
    });
    expect(id).not.toBe(privileges.id);
    await own.call("PUT /api/projects/{id}", {
      params: { id },
      body: { name: "Quays", ...privileges },
    });
    const row = await app.database.db
      .selectFrom("projects")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: "Quays" });
    expect(row.code).not.toBe(privileges.code);
    expect(row.created_at.getFullYear()).not.toBe(2020);
    const members = app.database.db.selectFrom("project_members").select(["id_user", "role"]);
    expect(await members.where("id_project", "=", id).execute()).toEqual([
      { id_user: owner.id, role: "owner" },
    ]);
  });

  it("do not turn a new registration into a super admin", async () => {
    await admin.call("PUT /api/settings", {
      body: { enable_registration: true, validate_email: false, captcha_register: false },
    });
    const fields = {
      username: "newcomer",
      email: "newcomer@example.org",
      password: "a quiet place",
      first_name: "New",
      last_name: "Comer",
      consent: true,
    };
    const reply = await app.guest().raw("POST /api/register", { body: { ...fields, ...privileges } });
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    const { role, is_demo } = await app.database.db
      .selectFrom("users")
      .select(["role", "is_demo"])
      .where("username", "=", fields.username)
      .executeTakeFirstOrThrow();
    expect({ role, is_demo }).toEqual({ role: "user", is_demo: false });
  });
});

describe("bodies of another media type", () => {
  const writes = endpoints.filter(
    ([route]) => /^(POST|PUT|DELETE) /.test(route) && !/logout|revoke/.test(route),
  );
  /** Calls that ignore the body. */
  const readsNone = ({ body }: Endpoint) => body === undefined || safeParse(body, undefined).success;

  it.each([
    "text/plain",
    "application/xml",
    "multipart/form-data",
    "multipart/form-data; boundary=none",
    "image/png",
  ])("%s is not JSON to any call: none accepts it, none fails on it", async (type) => {
    const samples = await readSamples();
    const odd: string[] = [];
    for (const [route, endpoint] of writes) {
      const sample = samples.get(route)?.(nowhere) ?? {};
      const { method, url } = client.address(route, sample);
      const body = JSON.stringify(sample.body ?? {});
      const { status } = await client.send(method, url, body, { "content-type": type });
      if (status >= 500 || (status < 400 && !readsNone(endpoint))) odd.push(`${route}: ${status}`);
    }
    expect(odd).toEqual([]);
  });
});

describe("path traversal", () => {
  const ways = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "....//", "%252e%252e%252f", "..;/", "/"];

  it.each([
    "/media/x/",
    "/media/films/x/x/",
    "/media/cctv/x/",
    "/assets/",
    "/api/translations/",
    "/api/uploads/",
  ])("%s returns no file of the machine", async (start) => {
    for (const way of ways)
      for (const file of ["etc/passwd", "app.key", "package.json"]) {
        const reply = await fetch(`${app.origin}${start}${way.repeat(8)}${file}`);
        const text = await reply.text();
        // An unknown path gets the application's own page, where that is built.
        if (reply.status < 400) expect(text, `${start}${way}`).toMatch(/^<!doctype html>/i);
        expect(text).not.toMatch(/root:|"dependencies"/);
      }
  });
});
