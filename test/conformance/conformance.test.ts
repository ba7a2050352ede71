import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Access, Endpoint } from "#contract/endpoint.ts";
import { errors } from "#contract/errors.ts";
import { api, type Route } from "#contract/index.ts";
import type { Sample, SamplePlace } from "#server/platform/samples.ts";
import { type TestApp, testApp } from "../app.ts";
import type { RawReply, TestClient } from "../client.ts";
import { panorama } from "../pictures.ts";
import { type AnySample, readSamples } from "./samples.ts";
import { buildWorld, type RoleName, type World } from "./world.ts";

const endpoints = Object.entries(api) as [Route, Endpoint][];
const roles: readonly RoleName[] = ["guest", "demo", "stranger", "viewer", "editor", "owner", "super_admin"];

/** Roles that each verb lets in, besides the super admin. The demo account owns the place and still only reads. */
const verbs: Readonly<Record<string, readonly RoleName[]>> = {
  "project.view": ["demo", "viewer", "editor", "owner"],
  "project.edit": ["owner"],
  "project.delete": ["owner"],
  "project.add_visit": ["editor", "owner"],
  "visit.view": ["demo", "viewer", "editor", "owner"],
  "visit.edit": ["editor", "owner"],
  "visit.delete": ["editor", "owner"],
  "visit.add_room": ["editor", "owner"],
  "room.edit": ["editor", "owner"],
  "room.delete": ["editor", "owner"],
};

let app: TestApp;
let world: World;
let samples: Map<Route, AnySample>;

beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  samples = await readSamples();
}, 60_000);
afterAll(() => app.close());

/** Deleting needs a place of its own each time; everything else leaves the place as good as new. */
let shared: Promise<SamplePlace> | undefined;
const placeFor = (route: Route): Promise<SamplePlace> => {
  if (route.startsWith("DELETE ")) return world.place();
  shared ??= world.place();
  return shared;
};

const rebuildWorld = async () => {
  world = await buildWorld(app);
  shared = undefined;
};

const sampleOf = (route: Route, place: SamplePlace): Sample => {
  const sample = samples.get(route);
  if (sample === undefined) throw new Error(`No sample for ${route}.`);
  return sample(place);
};

async function knock(client: TestClient, route: Route, sample: Sample): Promise<RawReply> {
  if (sample.files === undefined) return client.raw(route, sample);
  const bytes = await panorama();
  const files = Object.fromEntries(sample.files.map((name) => [name, { name: "room.jpg", bytes }]));
  return client.upload(route, sample.body as Record<string, string>, files);
}

const codeOf = (reply: RawReply) => (reply.body as { code?: string }).code;

it("has a sample for every call, and no sample without a call", () => {
  expect([...samples.keys()].toSorted()).toEqual(Object.keys(api).toSorted());
});

it("knows every verb that the contract asks for", () => {
  const asked = endpoints.flatMap(([, { access }]) => (typeof access === "string" ? [] : [access.can]));
  expect([...new Set(asked)].toSorted()).toEqual(Object.keys(verbs).toSorted());
});

describe.each(endpoints)("%s", (route, endpoint) => {
  const isWrite = !route.startsWith("GET ");

  it.each(roles)(
    "lets %s do at a known place what the contract says, and nothing else",
    async (role) => {
      const reply = await knock(world.clients[role], route, sampleOf(route, await placeFor(route)));
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
      const refusal = expectedRefusal(endpoint, role, isWrite);
      if (refusal === undefined)
        expect([401, 403, 404], JSON.stringify(reply.body)).not.toContain(deniedStatus(route, reply));
      else
        expect({ status: reply.status, code: codeOf(reply) }).toEqual({
          status: errors[refusal].status,
          code: refusal,
        });
      // Signing out ends the browser's session: later calls of this walk need it back.
      if (route === "POST /api/logout" && role !== "guest") await rebuildWorld();
    },
    30_000,
  );

  const { access } = endpoint;
  if (typeof access !== "string") {
    it("refuses a stranger's record, says nothing of a deleted or missing one", async () => {
      const { owner, stranger } = world.clients;
      const place = await placeFor(route);
      for (const client of [owner, stranger]) {
        const other = await knock(client, route, sampleOf(route, world.stranger));
        expect(other.status, JSON.stringify(other.body)).toBe(403);
        for (const nowhere of [world.deleted, world.missing]) {
          const reply = await knock(client, route, sampleOf(route, nowhere));
          expect(reply.status, JSON.stringify(reply.body)).toBe(404);
        }
      }
      const foreign = await knock(stranger, route, sampleOf(route, place));
      expect(foreign.status).toBe(403);
    }, 30_000);
  }

  if (isWrite) {
    it("refuses a call without the anti-forgery token and changes nothing", async () => {
      const sample = sampleOf(route, await placeFor(route));
      const { url, method } = world.clients.owner.address(route, sample);
      const headers = { cookie: world.clients.owner.cookie(), "content-type": "application/json" };
      const response = await fetch(url, { method, headers, body: JSON.stringify(sample.body ?? {}) });
      expect(response.status).toBe(419);
    });
  }

  it("answers bent input with a clear refusal, never with a fault", async () => {
    const { owner } = world.clients;
    const place = await placeFor(route);
    const sample = sampleOf(route, place);
    for (const body of isWrite ? hostileBodies : []) {
      const reply = await owner.raw(route, { ...sample, body });
      expect(
        reply.status,
        `${JSON.stringify(body)?.slice(0, 80)}: ${JSON.stringify(reply.body)}`,
      ).toBeLessThan(500);
    }
    for (const id of hostileIds) {
      const query = Object.fromEntries(Object.keys(sample.query ?? {}).map((name) => [name, id]));
      const params = Object.fromEntries(Object.keys(sample.params ?? {}).map((name) => [name, id]));
      const reply = await owner.raw(route, { ...sample, query, params });
      expect(reply.status, `${id}: ${JSON.stringify(reply.body)}`).toBeLessThan(500);
    }
    if (route === "POST /api/logout") await rebuildWorld();
  }, 30_000);
});

describe("a list", () => {
  const lists = ["GET /api/projects", "GET /api/projects/recent", "GET /api/visits"] as const;

  it("is known here when the contract has it", () => {
    const isList = (endpoint: Endpoint) =>
      endpoint.access === "user" && /\blist|items|array/i.test(JSON.stringify(endpoint.response));
    const found = endpoints.filter(([route, endpoint]) => route.startsWith("GET ") && isList(endpoint));
    expect(found.map(([route]) => route).toSorted()).toEqual([...lists].toSorted());
  });

  it.each(lists)(
    "%s holds nothing of a stranger's, nothing deleted, and everything of one's own",
    async (route) => {
      const place = await world.place();
      const projects: Record<RoleName, boolean> = {
        guest: false,
        demo: true,
        stranger: false,
        viewer: true,
        editor: true,
        owner: true,
        super_admin: true,
      };
      for (const role of roles) {
        if (role === "guest") continue;
        const reply = await world.clients[role].raw(
          route,
          route.endsWith("recent") ? {} : { query: { per_page: 100 } },
        );
        const { data } = reply.body as { data: Row[] | { items: Row[] } };
        const ids = (Array.isArray(data) ? data : data.items).map((row) => row.id_project);
        expect(ids.includes(place.id_project), `${role} sees his own`).toBe(projects[role]);
        expect(ids.includes(world.stranger.id_project), `${role} and a stranger's`).toBe(
          role === "super_admin" && !route.endsWith("recent"),
        );
        expect(ids, `${role} and the bin`).not.toContain(world.deleted.id_project);
      }
    },
    30_000,
  );
});

interface Row {
  readonly id_project: number;
}

const deep = JSON.parse(`${"[".repeat(17)}${"]".repeat(17)}`) as unknown;
const hostileBodies: readonly unknown[] = [
  null,
  [],
  "text",
  12,
  { id_project: "12; drop table users", name: { $gt: "" }, id: [1] },
  { id_project: 1e300, id_visit: -1, id_room: 1.5, name: 12, visit_date: {}, starred: "perhaps" },
  { name: "x".repeat(100_000) },
  { name: "\u0000" },
  deep,
];
const hostileIds = [
  "0",
  "-1",
  "1e3",
  "9007199254740993",
  "99999999999999999999",
  "../../etc/passwd",
  "%00",
  "'",
  "\u0000",
];

function expectedRefusal(
  endpoint: Endpoint,
  role: RoleName,
  isWrite: boolean,
): keyof typeof errors | undefined {
  const { access } = endpoint;
  if (access === "public")
    return role === "demo" && isWrite && !endpoint.openToDemo ? "DEMO_READ_ONLY" : undefined;
  if (role === "guest") return "UNAUTHENTICATED";
  if (access === "super_admin" && role !== "super_admin") return "FORBIDDEN";
  if (role === "demo" && isWrite && !endpoint.openToDemo) return "DEMO_READ_ONLY";
  return typeof access === "string" ? undefined : refusalByVerb(access, role);
}

function refusalByVerb(access: Exclude<Access, string>, role: RoleName): keyof typeof errors | undefined {
  if (role === "super_admin" || verbs[access.can]?.includes(role) === true) return undefined;
  return role === "stranger" && access.can.startsWith("project.") ? "PROJECT_NOT_PUBLIC" : "FORBIDDEN";
}

/** Calls whose right answer to a right call is a refusal of its own: wrong passwords, no demo, set up already. */
const ownRefusals: Readonly<Record<string, readonly string[]>> = {
  "POST /api/demo-login": ["DEMO_OFF"],
  "POST /api/setup": ["SETUP_DONE"],
  "POST /api/projects": ["FORBIDDEN"],
  "POST /api/broadcasting/auth": ["FORBIDDEN"],
  "PUT /api/projects/star": ["NOT_FOUND"],
  "PUT /api/visits/star": ["NOT_FOUND"],
};

function deniedStatus(route: Route, reply: RawReply): number {
  return ownRefusals[route]?.includes(codeOf(reply) ?? "") === true ? 0 : reply.status;
}
