import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Scope, scopes } from "#contract/api-access.ts";
import { isOpenedBy, tokenRule } from "#contract/areas.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import type { SamplePlace } from "#server/platform/samples.ts";
import { type TestApp, testApp } from "./app.ts";
import { type AnySample, readSamples } from "./conformance/samples.ts";
import { buildWorld, type World } from "./conformance/world.ts";
import { type Program, programOf } from "./program.ts";

const endpoints = Object.entries(api) as [Route, Endpoint][];
const open = endpoints.filter(([route]) => tokenRule(route) !== null);
const scoped = open.flatMap(([route]) => {
  const rule = tokenRule(route);
  return rule === null || rule === "any" ? [] : [[route, rule] as const];
});

let app: TestApp;
let world: World;
let samples: Map<Route, AnySample>;
const programs = new Map<string, Program>();

/** An API client of a user without data: permitted calls find nothing. */
async function stranger(held: readonly Scope[]): Promise<Program> {
  const known = programs.get(held.join());
  if (known !== undefined) return known;
  const made = await programOf(app, { id: world.ids.stranger }, held);
  programs.set(held.join(), made);
  return made;
}

/** Missing ids, so that the calls change nothing. */
const nowhere = new Proxy({} as SamplePlace, {
  get: (_, name) => (String(name).startsWith("id") ? 99_999_999 : "nosuchcode22"),
});

const inputOf = (route: Route, place: SamplePlace) => {
  const { params, query, body } = samples.get(route)?.(place) ?? {};
  return { params, query, body };
};
const codeOf = async (program: Program, route: Route, place: SamplePlace = nowhere) => {
  const { status, body } = await program.raw(route, inputOf(route, place));
  const { code, values } = body as { code?: string; values?: unknown };
  return { status, code, values };
};
const ofTokens = (code: string | undefined) => /^(TOKEN_(INVALID|SCOPE|CLOSED)|API_OFF)$/.test(code ?? "");

beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  samples = await readSamples();
});
afterAll(() => app.close());

describe("the access of a token", () => {
  it("has calls to read and calls to write in every area", () => {
    expect([...new Set(scoped.map(([, rule]) => rule))].toSorted()).toEqual(scopes.toSorted());
  });

  it("covers no calls of sign-in, payment, site administration, other tools, tokens and webhooks themselves", () => {
    const closed =
      /^\w+ \/api\/(login|logout|verify-2fa|setup|password|register|activate-account|activation|auth|social|set-social|passkeys|two-factor|sessions|admin|settings|plans|plan-requests|project-tiers|user\/(plan|billing)|invoices|tokens|webhooks|tools|autodesk|search|language|guided-tours|csrf)/;
    expect(open.filter(([route]) => closed.test(route))).toEqual([]);
    const passwords = /change-password|verify-password|unlock|transfer-ownership/;
    expect(open.filter(([route]) => passwords.test(route))).toEqual([]);
    expect(open.filter(([, { access }]) => access === "super_admin")).toEqual([]);
    expect(tokenRule("PUT /api/users/{id}")).toBeNull();
  });

  it("includes read where it has write, and never the other way round", () => {
    for (const rule of scopes)
      for (const held of scopes) {
        const isSame = rule === held || rule === held.replace(":write", ":read");
        expect(isOpenedBy(rule, [held]), `${held} opens ${rule}`).toBe(isSame);
      }
  });

  it.each(scopes)("with only %s is every call of that area and level", async (scope) => {
    const program = await stranger([scope]);
    const refused: string[] = [];
    for (const [route, rule] of scoped) {
      if (!isOpenedBy(rule, [scope])) continue;
      const { status, code } = await codeOf(program, route);
      if (ofTokens(code) || status >= 500 || status === 401 || status === 419)
        refused.push(`${route}: ${code}`);
    }
    expect(refused).toEqual([]);
  });

  it.each(scopes)("without %s is no call that needs it, whatever other scopes it has", async (scope) => {
    const others = scopes.filter((held) => !isOpenedBy(scope, [held]));
    const program = await stranger(others);
    const wrong: string[] = [];
    for (const [route, rule] of scoped) {
      if (rule !== scope) continue;
      const { status, code, values } = await codeOf(program, route);
      if (status !== 403 || code !== "TOKEN_SCOPE") wrong.push(`${route}: ${status} ${code}`);
      else expect(values).toEqual({ scope });
    }
    expect(wrong).toEqual([]);
  });

  it("is none of the closed calls, with all scopes", async () => {
    const program = await programOf(app, { id: world.ids.super_admin }, scopes);
    const wrong: string[] = [];
    for (const [route] of endpoints) {
      if (tokenRule(route) !== null) continue;
      const { status, code } = await codeOf(program, route);
      if (status !== 403 || code !== "TOKEN_CLOSED") wrong.push(`${route}: ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("the permissions of a token", () => {
  /** Reads and refusals change nothing: both can be requested twice. */
  it.each(["viewer", "trade", "stranger"] as const)(
    "for a %s equal the user's, call by call",
    async (role) => {
      const place = await world.place();
      const program = await programOf(app, { id: world.ids[role] }, scopes);
      const client = world.clients[role];
      const wrong: string[] = [];
      let compared = 0;
      for (const [route, { access, upload }] of open) {
        if (upload !== undefined || access === "user") continue;
        const bySession = await client.raw(route, inputOf(route, place));
        if (!route.startsWith("GET ") && bySession.status < 400) continue;
        const byToken = await program.raw(route, inputOf(route, place));
        const [was, is] = [bySession, byToken].map(({ status, body }) => [
          status,
          (body as { code?: string }).code,
        ]);
        compared += 1;
        if (JSON.stringify(was) !== JSON.stringify(is))
          wrong.push(`${route}: ${was?.join(" ")} by session, ${is?.join(" ")} by token`);
      }
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(60);
    },
  );

  it("in a stranger's project are none", async () => {
    const program = await programOf(app, { id: world.ids.stranger }, scopes);
    const place = await world.place();
    const wrong: string[] = [];
    let words = 0;
    for (const [route, { access, upload }] of open) {
      if (typeof access === "string" || upload !== undefined) continue;
      const { status, code } = await codeOf(program, route, place);
      // Records hidden from a stranger are missing; only viewing a project has a message of its own, as specified.
      const isLook = access.can === "project.view";
      const expected = isLook ? "403 PROJECT_NOT_PUBLIC" : "404 NOT_FOUND";
      if (`${status} ${code}` !== expected) wrong.push(`${route}: ${status} ${code}`);
      if (isLook) words += 1;
    }
    expect(wrong).toEqual([]);
    expect(words).toBeGreaterThan(0);
  });

  it("exclude those the demo account lacks", async () => {
    const program = await programOf(app, { id: world.ids.demo }, scopes);
    const refused = await codeOf(program, "POST /api/projects");
    expect(refused).toMatchObject({ status: 403, code: "DEMO_READ_ONLY" });
    expect((await program.raw("GET /api/projects")).status).toBe(200);
  });
});
