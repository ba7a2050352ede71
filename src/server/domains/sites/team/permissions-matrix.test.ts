import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Grant, givenRoles, roleGrants } from "#contract/choices.ts";
import type { Route } from "#contract/index.ts";
import { insertVideo } from "#server/domains/media/videos/videos.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { buildTeam, type Person, person, type TestTeam } from "./team.fixture.ts";

let app: TestApp;
let team: TestTeam;
let visit: number;
/** One of each other kind. */
const things = { sheet: 0, snag: 0, video: 0, camera: 0, channel: 0 };
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  team = await buildTeam(app);
  visit = (
    await team.owner.client.call("POST /api/visits", {
      body: { id_project: team.id_project, name: "Week 12", visit_date: "2026-02-01T08:00:00Z" },
    })
  ).id;
  const { client } = team.owner;
  things.sheet = (await client.call("POST /api/maps", { body: { ...inProject(), name: "Level 1" } })).id;
  things.snag = (await client.call("POST /api/annotations", { body: aSnag() })).id;
  things.video = (await insertVideo(app, team.id_project, { title: "Ride" })).id;
  things.camera = (
    await client.call("POST /api/cctv-cameras", {
      body: { ...inProject(), name: "Gate", hls_url: "https://camera.example.org/live.m3u8" },
    })
  ).id;
  things.channel = (
    await client.call("POST /api/live-streaming", { body: { ...inProject(), name: "Crane" } })
  ).id;
});
afterAll(() => app.close());

interface Call {
  readonly route: Route;
  readonly input: () => { params?: unknown; query?: unknown; body?: unknown };
  /** Error code without the grant. */
  readonly code: string;
  /** Without this grant the record is hidden, and answered as not found. */
  readonly sight?: Grant;
}

const inProject = () => ({ id_project: team.id_project });
const aSnag = () => ({ id_visit: visit, title: "Cracked tile" });
const ofProject = (more: object = {}) => ({ params: { id: team.id_project }, ...more });
const ofVisit = (more: object = {}) => ({ params: { id: visit }, ...more });
const of = (kind: keyof typeof things, more: object = {}) => ({ params: { id: things[kind] }, ...more });
/** A hidden record is answered as not found. */
const seen = (route: Route, kind: keyof typeof things): [Call] => [
  { route, input: () => of(kind), code: "NOT_FOUND" },
];
const changed = (route: Route, kind: keyof typeof things, body: object, code: string): [Call] => [
  { route, input: () => of(kind, { body }), code, sight: sights[kind] },
];
const sights = {
  sheet: "sheets.view",
  snag: "snags.view",
  video: "videos.view",
  camera: "cameras.view",
  channel: "live.view",
} as const satisfies Record<keyof typeof things, Grant>;

/** For each grant, calls that need it and nothing else but the view grant of the same kind; each may be made twice. */
const calls: Readonly<Partial<Record<Grant, readonly Call[]>>> = {
  "project.edit": [
    {
      route: "PUT /api/projects/{id}",
      input: () => ofProject({ body: { location: "Doha" } }),
      code: "PROJECT_EDIT_DENIED",
    },
  ],
  "visits.view": [{ route: "GET /api/visits/{id}", input: ofVisit, code: "NOT_FOUND" }],
  "visits.edit": [
    {
      route: "POST /api/visits",
      input: () => ({ body: { ...inProject(), name: "Another", visit_date: "2026-02-01T08:00:00Z" } }),
      code: "VISIT_EDIT_DENIED",
    },
    {
      route: "PUT /api/visits/{id}",
      input: () => ofVisit({ body: { name: "Week 12" } }),
      code: "VISIT_EDIT_DENIED",
      sight: "visits.view",
    },
  ],
  "sheets.view": seen("GET /api/maps/{id}", "sheet"),
  "sheets.edit": changed("PUT /api/maps/{id}", "sheet", { name: "Level 1" }, "SHEET_EDIT_DENIED"),
  "snags.view": seen("GET /api/annotations/{id}", "snag"),
  "snags.edit": changed("PUT /api/annotations/{id}", "snag", { title: "Cracked tile" }, "SNAG_EDIT_DENIED"),
  "videos.view": seen("GET /api/three60videos/{id}", "video"),
  "videos.edit": changed("PUT /api/three60videos/{id}", "video", { title: "Ride" }, "VIDEO_EDIT_DENIED"),
  "cameras.view": seen("GET /api/cctv-cameras/{id}", "camera"),
  "cameras.edit": changed("PUT /api/cctv-cameras/{id}", "camera", { name: "Gate" }, "CAMERA_EDIT_DENIED"),
  "live.view": seen("GET /api/live-streaming/{id}", "channel"),
  "live.edit": changed("PUT /api/live-streaming/{id}", "channel", { name: "Crane" }, "CHANNEL_EDIT_DENIED"),
  "team.view": [
    { route: "GET /api/team-members", input: () => ({ query: inProject() }), code: "TEAM_VIEW_DENIED" },
  ],
  "team.edit": [
    {
      route: "GET /api/team-members/permissions",
      input: () => ({ query: { ...inProject(), id_user: team.owner.id } }),
      code: "PROJECT_TEAM_DENIED",
    },
    {
      route: "DELETE /api/team-members/cancel-invitation",
      // It does not exist: a caller with the right gets that answer.
      input: () => ({ body: { ...inProject(), id: 99_999_999 } }),
      code: "PROJECT_TEAM_DENIED",
    },
  ],
  "export.view": [
    {
      route: "GET /api/project-exports",
      input: () => ({ query: inProject() }),
      code: "PROJECT_EXPORT_DENIED",
    },
  ],
};

const kinds = ["project", "visits", "sheets", "snags", "videos", "cameras", "live", "team", "export"];
const apart: readonly Grant[] = ["project.view", "snags.own"];
const tested = Object.keys(calls) as Grant[];
const set = (who: Person, permissions: Partial<Record<Grant, boolean>>) =>
  team.owner.client.call("PUT /api/team-members/update-permissions", {
    body: { ...inProject(), id_user: who.id, permissions },
  });

it("The matrix has every grant of its kinds, except the sight of the project and one's own things.", () => {
  const known = roleGrants.owner.filter(
    (grant) => kinds.includes(grant.split(".")[0] ?? "") && !apart.includes(grant),
  );
  expect(tested.toSorted()).toEqual([...known].toSorted());
});

describe.each(givenRoles)("A member who is %s", (role) => {
  let member: Person;
  beforeAll(async () => {
    member = await person(app);
    await app.join(team.id_project, member, role);
  });

  const answersOf = async (grant: Grant) => {
    const replies = [];
    for (const { route, input } of calls[grant] ?? []) {
      const { status, body } = await member.client.raw(route, input());
      // The subject of a call to the team is missing, for callers who may make it.
      const isRefused = status === 403 || (status === 404 && grant !== "team.edit");
      replies.push(isRefused ? (body as { code: string }).code : "allowed");
    }
    return replies;
  };
  const allowed = (grant: Grant) => (calls[grant] ?? []).map(() => "allowed");
  const denied = (grant: Grant, holds: readonly Grant[] = roleGrants[role]) =>
    (calls[grant] ?? []).map(({ code, sight }) =>
      sight === undefined || holds.includes(sight) ? code : "NOT_FOUND",
    );
  const flagOf = async (grant: Grant) => {
    const { permissions } = await member.client.call("GET /api/team-members/permissions", {
      query: { ...inProject(), id_user: member.id },
    });
    return permissions[grant];
  };

  it.each(tested)(
    "may make calls that need %s as their role says, with it given and with it withheld",
    async (grant) => {
      const isRoles = roleGrants[role].includes(grant);
      expect(await answersOf(grant), "by his place").toEqual(isRoles ? allowed(grant) : denied(grant));
      expect(await flagOf(grant)).toBe(isRoles);
      await set(member, { [grant]: !isRoles });
      expect(await answersOf(grant), "adjusted").toEqual(isRoles ? denied(grant) : allowed(grant));
      expect(await flagOf(grant)).toBe(!isRoles);
      await set(member, { [grant]: isRoles });
      // The given grant added the view grant of its kind, which stays.
      const back = isRoles ? allowed(grant) : denied(grant, roleGrants.owner);
      expect(await answersOf(grant), "and back").toEqual(back);
      await team.owner.client.call("PUT /api/team-members/update-permissions", {
        body: { ...inProject(), id_user: member.id, role },
      });
    },
  );

  it("sees and answers a snag assigned to them while they hold that right, and no other snag by it", async () => {
    const { id } = await team.owner.client.call("POST /api/annotations", {
      body: { ...aSnag(), id_assignee: member.id },
    });
    const statuses = async () => {
      const replies = [
        await member.client.raw("GET /api/annotations/{id}", { params: { id } }),
        await member.client.raw("PUT /api/annotations/{id}", { params: { id }, body: { status: "in_work" } }),
        await member.client.raw("GET /api/annotations/{id}", of("snag")),
      ];
      return replies.map(({ status }) => status);
    };
    await set(member, { "snags.view": false, "snags.edit": false, "snags.own": true });
    expect(await statuses()).toEqual([200, 200, 404]);
    await set(member, { "snags.own": false });
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it("sees the project, whatever is withheld", async () => {
    const nothing = Object.fromEntries(roleGrants.owner.map((grant) => [grant, false]));
    await set(member, nothing);
    const project = await member.client.call("GET /api/projects/{id}", { params: { id: team.id_project } });
    expect(project.role).toBe(role);
    for (const grant of tested) expect(await answersOf(grant), grant).toEqual(denied(grant, []));
  });
});
