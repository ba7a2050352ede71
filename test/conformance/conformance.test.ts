import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoles, roleGrants } from "#contract/choices.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import { rights } from "#server/domains/rights.ts";
import type { Rights } from "#server/platform/policy.ts";
import type { TestClient } from "../client.ts";
import { verbs } from "./expected.ts";
import { leavesEntry, Stage } from "./stage.ts";
import { unrecorded } from "./unrecorded.ts";
import { markOfOther, type RoleName, roles, type World } from "./world.ts";

const endpoints = Object.entries(api) as [Route, Endpoint][];

let stage: Stage;
let world: World;
beforeAll(async () => {
  stage = await Stage.start();
  ({ world } = stage);
});
afterAll(() => stage.end());

it("has a sample for every call, and no sample without a call", () => {
  expect([...stage.samples.keys()].toSorted()).toEqual(Object.keys(api).toSorted());
});

it("excuses from the audit log only calls that would have to be in it", () => {
  const asked = endpoints.flatMap(([route, endpoint]) => (leavesEntry(route, endpoint) ? [route] : []));
  expect(asked).toEqual(expect.arrayContaining(Object.keys(unrecorded)));
});

it("knows every verb that the contract uses", () => {
  const asked = endpoints.flatMap(([, { access }]) => (typeof access === "string" ? [] : [access.can]));
  expect(Object.keys(verbs)).toEqual(expect.arrayContaining(asked));
});

describe("the permission tables", () => {
  const inTables = Object.entries<Rights>(rights).flatMap(([subject, { verbs: table }]) =>
    Object.entries(table).map(([verb, right]) => [`${subject}.${verb}`, right] as const),
  );

  it("contain the verbs that are tested here, and no other", () => {
    expect(inTables.map(([verb]) => verb).toSorted()).toEqual(Object.keys(verbs).toSorted());
  });

  it.each(inTables)("grant %s to the roles that pass the test", (verb, { to, reads }) => {
    // An account, passkeys and messages belong to their owner alone; in its project the demo account is an owner, too.
    const isOwn = (standing: string) =>
      ["self", "sender", "recipient", "invited", "maker", "party", "author"].includes(standing);
    const holders = (standing: string) =>
      projectRoles.filter((role) => roleGrants[role].some((grant) => grant === standing));
    // No project that is tested by id is public, so no caller is a visitor.
    const asked = to.filter((standing) => standing !== "visitor");
    const standings = new Set<string>(
      asked.flatMap((standing) =>
        isOwn(standing) ? ["owner"] : standing.includes(".") ? holders(standing) : [standing],
      ),
    );
    const isForOwners = asked.some(
      (who) => who === "owner" || (who.includes(".") && holders(who).includes("owner")),
    );
    if (reads === true && isForOwners) standings.add("demo");
    expect([...standings].toSorted()).toEqual([...(verbs[verb] ?? [])].toSorted());
  });
});

/** Every reading call open to all signed-in users, by the data of others that it must not return. */
const ofProjects = [
  "GET /api/annotations",
  "GET /api/projects",
  "GET /api/projects/map",
  "GET /api/projects/recent",
  "GET /api/snapshots",
  "GET /api/three60videos",
  "GET /api/visits",
] as const;
const ofOneself = [
  "GET /api/messages",
  "GET /api/messages/conversations",
  "GET /api/notifications",
  "GET /api/passkeys",
  "GET /api/search/recent",
  "GET /api/sessions",
  "GET /api/sessions/alerts",
  "GET /api/sessions/devices",
  "GET /api/social-accounts",
] as const;
const withoutRows: readonly Route[] = [
  // Those of projects in which the caller sees snags; tested with the rule that decides it.
  "GET /api/crews",
  "GET /api/auth/{provider}/link",
  // The names are shared by all; their counts are tested with their implementation.
  "GET /api/categories",
  "GET /api/project-types",
  "GET /api/geo/reverse",
  "GET /api/join-requests/check-join-status",
  // The content of these lists is tested with the rule that decides it.
  "GET /api/projects/bin",
  "GET /api/users/invitations",
  // The listed users are tested with the rule that decides them.
  "GET /api/messages/recipients",
  "GET /api/messages/unread",
  "GET /api/notifications/preferences",
  "GET /api/notifications/unread",
  // Like the search itself, the results of these are tested there.
  "GET /api/search/popular",
  "GET /api/search/suggestions",
  "GET /api/system/media",
  "GET /api/two-factor",
  "GET /api/user",
  // The caller's own projects and texts; tested with the rule that decides it.
  "GET /api/users/comments",
  "GET /api/live-streaming/drivers",
  "GET /api/live-streaming/user",
  "GET /api/cctv-cameras",
  // Options open to all, and the caller's own data; tested with the rule that decides it.
  "GET /api/plans",
  "GET /api/plans/{id}",
  "GET /api/quota",
  "GET /api/project-tiers",
  "GET /api/project-tiers/{id}",
  "GET /api/project-tiers/usage/current",
  "GET /api/project-tiers/usage/yearly",
  "GET /api/user/billing",
  "GET /api/invoices",
  "GET /api/dashboard",
  "GET /api/dashboard/changes",
  // The caller's own external account and links; tested with the rule that decides it.
  "GET /api/autodesk/auth-url",
  "GET /api/autodesk/check-auth",
  "GET /api/autodesk/check-config",
  "GET /api/autodesk/get-access-token",
  "GET /api/autodesk/hubs",
  "GET /api/autodesk/hubs/{hub}/projects",
  "GET /api/autodesk/hubs/{hub}/projects/{project}/folders",
  "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents",
  "GET /api/autodesk/links",
  "GET /api/autodesk/models/manifest",
  "GET /api/autodesk/projects/{project}/items/{item}/versions",
  "GET /api/autodesk/projects/{project}/sheets",
  "GET /api/autodesk/syncs",
  "GET /api/tools/{tool}",
  "GET /api/tools/{tool}/auth-url",
  "GET /api/tools/{tool}/boards",
  "GET /api/tools/{tool}/boards/{board}",
  "GET /api/tools/{tool}/links",
  "GET /api/tools/{tool}/projects",
  "GET /api/tokens",
  "GET /api/webhooks",
];

describe("a list", () => {
  it("is known here when the contract has it", () => {
    const found = endpoints.filter(([route, { access }]) => route.startsWith("GET ") && access === "user");
    expect(found.map(([route]) => route).toSorted()).toEqual(
      [...ofProjects, ...ofOneself, ...withoutRows].toSorted(),
    );
  });

  it.each(ofProjects)(
    "%s holds none of a stranger's records, no deleted ones, and all of the caller's own",
    async (route) => {
      const place = await world.place();
      for (const role of roles) {
        if (role === "guest") continue;
        const ids = await projectsIn(world.clients[role], route);
        expect(ids.includes(place.id_project), `${role} sees his own`).toBe(
          verbs[route.endsWith("annotations") ? "snag.view" : "project.view"]?.includes(role),
        );
        // The newest few of all users may contain any.
        if (role !== "super_admin" || !route.endsWith("recent"))
          expect(ids.includes(world.stranger.id_project), `${role} and a stranger's`).toBe(
            role === "super_admin",
          );
        expect(ids, `${role} and the bin`).not.toContain(world.deleted.id_project);
      }
    },
  );

  it.each(ofOneself)("%s returns only the caller's own data, for every role", async (route) => {
    const own = await world.other.client.raw(route);
    expect(JSON.stringify(own.body), "the other person's own").toContain(markOfOther);
    for (const role of roles) {
      if (role === "guest") continue;
      const reply = await world.clients[role].raw(route);
      expect(reply.status, role).toBe(200);
      expect(JSON.stringify(reply.body), role).not.toContain(markOfOther);
    }
  });

  it.each(["GET /api/users/{id}/activity-logs", "GET /api/users/{id}/profile"] as const)(
    "%s returns only the user's own actions",
    async (route) => {
      const own = await world.other.client.raw(route, { params: { id: world.other.id } });
      expect(JSON.stringify(own.body), "the other person's own").toContain(markOfOther);
      for (const [role, id] of Object.entries(world.ids)) {
        const reply = await world.clients[role as RoleName].raw(route, { params: { id } });
        expect(reply.status, role).toBe(200);
        expect(JSON.stringify(reply.body), role).not.toContain(markOfOther);
      }
    },
  );
});

interface Row {
  readonly id_project: number;
}

/** From all pages of a list. */
async function projectsIn(client: TestClient, route: Route, page = 1): Promise<number[]> {
  const isPaged = !/recent|map/.test(route);
  const query = isPaged ? { page, per_page: 100 } : {};
  const { body } = await client.raw(route, { query });
  const { data } = body as { data: Row[] | { items: Row[] } | { points: Row[] } };
  const rows = Array.isArray(data) ? data : "items" in data ? data.items : data.points;
  const rest = isPaged && rows.length === 100 ? await projectsIn(client, route, page + 1) : [];
  return [...rows.map((row) => row.id_project), ...rest];
}
