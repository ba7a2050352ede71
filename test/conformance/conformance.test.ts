import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoles, roleGrants } from "#contract/choices.ts";
import type { Endpoint, RecordAccess } from "#contract/endpoint.ts";
import { errors } from "#contract/errors.ts";
import { api, type Route } from "#contract/index.ts";
import { rights } from "#server/domains/rights.ts";
import type { Rights } from "#server/platform/policy.ts";
import type { Sample, SamplePlace } from "#server/platform/samples.ts";
import { type TestApp, testApp } from "../app.ts";
import type { RawReply, TestClient } from "../client.ts";
import { someOf } from "../every-case.ts";
import { TrelloService } from "../trello-service/index.ts";
import { callSample } from "./call-sample.ts";
import { endings, placesOf } from "./sample-places.ts";
import { type AnySample, readSamples } from "./samples.ts";
import { unrecorded } from "./unrecorded.ts";
import { bytesOf } from "./upload-bytes.ts";
import { buildWorld, markOfOther, type RoleName, roles, type World } from "./world.ts";

const endpoints = Object.entries(api) as [Route, Endpoint][];
/** Roles that are granted each verb. The demo account owns the project and is still read-only. */
const members = ["demo", "trade", "viewer", "editor", "manager", "owner", "super_admin"] as const;
const managers = ["manager", "owner", "super_admin"] as const;
const contributors = ["editor", "manager", "owner", "super_admin"] as const;
/** Members except trades, who see only their own snags; and no demo, which is read-only. */
const lookers = ["viewer", ...contributors] as const;
const verbs: Readonly<Record<string, readonly RoleName[]>> = {
  "project.view": members,
  "project.follow": members,
  "project.edit": managers,
  "project.activate": ["owner", "super_admin"],
  "project.publish": ["owner", "super_admin"],
  "project.validate": ["super_admin"],
  "project.delete": ["owner", "super_admin"],
  "project.add_visit": contributors,
  "project.view_visits": members,
  "project.view_sheets": members,
  "project.add_sheet": contributors,
  "sheet.view": members,
  "sheet.edit": contributors,
  "sheet.delete": contributors,
  "project.view_team": ["demo", "viewer", ...contributors],
  "project.view_activity": ["demo", "viewer", ...contributors],
  "project.view_access": ["demo", ...managers],
  "project.manage_team": managers,
  "project.transfer": ["owner", "super_admin"],
  "project.leave": ["trade", "viewer", "editor", "manager"],
  "project.export": ["demo", ...contributors],
  "binned_project.restore": ["owner", "super_admin"],
  "invitation.answer": ["owner"],
  "project_export.view": ["demo", ...contributors],
  "project_export.cancel": ["owner", "super_admin"],
  "visit.view": members,
  "visit.edit": contributors,
  "visit.delete": contributors,
  "visit.add_room": contributors,
  "room.edit": contributors,
  "room.delete": contributors,
  "room.view": members,
  "room.download": ["demo", ...contributors],
  "visit.add_snag": contributors,
  "visit.add_snag_photo": ["trade", ...lookers],
  "visit.add_snapshot": ["trade", ...lookers],
  "visit.guide": ["trade", ...lookers],
  "visit.share": contributors,
  "visit.view_access": ["demo", ...managers],
  "project.view_snags": ["demo", ...lookers],
  "project.add_snag": contributors,
  "sheet.add_snag": contributors,
  "snag.view": ["demo", ...lookers],
  "snag.edit": contributors,
  "snag.answer": contributors,
  "snag.comment": lookers,
  "snag.delete": contributors,
  "crew.view": ["demo", ...lookers],
  "crew.edit": managers,
  "project.view_videos": members,
  "project.add_video": contributors,
  "video.view": members,
  "video.comment": ["trade", ...lookers],
  "video.edit": contributors,
  "video.delete": contributors,
  "video.download": ["demo", ...contributors],
  "video.view_access": ["demo", ...managers],
  // The tested comment is the owner's.
  "video_comment.edit": ["owner"],
  "video_comment.delete": contributors,
  "video_comment.resolve": contributors,
  "project.view_live": ["demo", ...lookers],
  "project.add_channel": contributors,
  "channel.view": ["demo", ...lookers],
  "channel.operate": contributors,
  "channel.edit": contributors,
  "channel.delete": contributors,
  "project.view_cameras": ["demo", ...lookers],
  "project.add_camera": contributors,
  "camera.view": ["demo", ...lookers],
  "camera.check": lookers,
  "camera.edit": contributors,
  "camera.delete": contributors,
  "plan.edit": ["super_admin"],
  "plan.delete": ["super_admin"],
  "tier.edit": ["super_admin"],
  "tier.delete": ["super_admin"],
  "invoice.view": ["owner", "super_admin"],
  "invoice.edit": ["super_admin"],
  "invoice.delete": ["super_admin"],
  "autodesk_link.import": contributors,
  "autodesk_link.delete": managers,
  "api_token.edit": ["owner"],
  "api_token.delete": ["owner"],
  "webhook.edit": ["owner"],
  "webhook.delete": ["owner"],
  "progress_entry.edit": contributors,
  "progress_entry.delete": contributors,
  "photo.view": members,
  "photo.download": ["demo", ...contributors],
  "photo.edit": contributors,
  "photo.delete": contributors,
  "photo.add_snag": contributors,
  "snapshot.view": members,
  "snapshot.edit": ["owner", "super_admin"],
  "snapshot.delete": contributors,
  "user.view": ["owner", "super_admin"],
  "user.edit": ["owner", "super_admin"],
  "user.change_password": ["owner", "super_admin"],
  "user.administer": ["super_admin"],
  "session.view": ["owner"],
  "session.revoke": ["owner"],
  "passkey.edit": ["owner"],
  "passkey.delete": ["owner"],
  "message.view": ["owner"],
};

let app: TestApp;
/** Calls of a tool reach a service that does not know the token of the samples. */
let trello: TrelloService;
let world: World;
let samples: Map<Route, AnySample>;

beforeAll(async () => {
  trello = await TrelloService.start();
  app = await testApp({
    environment: { INTEGRATION_ENDPOINTS: JSON.stringify({ trello: trello.endpoints }) },
  });
  world = await buildWorld(app);
  // Switched on, so that the calls behind them are reached.
  await world.clients.super_admin.call("PUT /api/settings", {
    body: {
      enable_registration: true,
      "2fa_enable": true,
      trello_enabled: true,
      monday_enabled: true,
      clickup_enabled: true,
      ms_project_enabled: true,
      adsk_client_id: "conformance",
      adsk_client_secret: "conformance",
    },
  });
  samples = await readSamples();
}, 240_000);
afterAll(async () => {
  await app.close();
  await trello.close();
});

/** Calls made by this test, and those of them that left an entry in the audit log. */
const walked = new Set<Route>();
const recorded = new Set<Route>();
/** True for every change and every download, unless `unrecorded` gives a reason. */
const leavesLine = (route: Route, { download }: Endpoint) =>
  !route.startsWith("GET ") || download !== undefined;
/** Entries of calls: those of concurrent jobs have no address. */
const countLines = async (): Promise<number> => {
  const row = await app.database.db
    .selectFrom("activity")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("address", "<>", "")
    .executeTakeFirstOrThrow();
  return row.count;
};

const places = placesOf(() => world);
const makeGood = async (route: Route, role: RoleName) => {
  if (endings.includes(route) && role !== "guest") await world.renew(role);
  places.used(route);
};

const sampleOf = (route: Route, place: SamplePlace): Sample => {
  const sample = samples.get(route);
  if (sample === undefined) throw new Error(`No sample for ${route}.`);
  return sample(place);
};

const codeOf = (reply: RawReply) => (reply.body as { code?: string }).code;

it("has a sample for every call, and no sample without a call", () => {
  expect([...samples.keys()].toSorted()).toEqual(Object.keys(api).toSorted());
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

let turn = 0;
describe.each(endpoints)("%s", (route, endpoint) => {
  const isWrite = !route.startsWith("GET ");

  it.each(roles)(
    "lets %s do in a known project exactly what the contract allows",
    async (role) => {
      const isOther = aimedAtAnother.includes(route) && role === "owner";
      const refusal = isOther ? "NOT_FOUND" : expectedRefusal(endpoint, role, isWrite);
      const place = await (refusal === undefined ? places.for(route) : places.lasting());
      const isCounted = refusal === undefined && leavesLine(route, endpoint) && !recorded.has(route);
      const lines = isCounted ? await countLines() : 0;
      const reply = await callSample(world.clients[role], route, sampleOf(route, place));
      walked.add(route);
      if (isCounted && reply.status < 300 && (await countLines()) > lines) recorded.add(route);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
      if (refusal === undefined)
        expect([401, 403, 404], JSON.stringify(reply.body)).not.toContain(deniedStatus(route, role, reply));
      else
        expect({ status: reply.status, code: codeOf(reply) }).toEqual({
          status: errors[refusal].status,
          code: refusal,
        });
      if (refusal === undefined) await makeGood(route, role);
    },
    240_000,
  );

  const { access } = endpoint;
  if (typeof access !== "string") {
    it("refuses a stranger's record, a deleted and a missing one as not found", async () => {
      const { owner, stranger } = world.clients;
      const place = await places.lasting();
      for (const client of [owner, stranger]) {
        const other = await callSample(client, route, sampleOf(route, world.stranger));
        expect(codeOf(other), JSON.stringify(other.body)).toBe(ofOthers(access));
        for (const nowhere of [world.deleted, world.missing]) {
          const reply = await callSample(client, route, sampleOf(route, nowhere));
          expect(codeOf(reply), JSON.stringify(reply.body)).toBe(absent(access));
        }
      }
      const foreign = await callSample(stranger, route, sampleOf(route, place));
      expect(codeOf(foreign)).toBe(ofOthers(access));
    }, 240_000);
  }

  if (isWrite) {
    it("refuses a call without the anti-forgery token and changes nothing", async () => {
      const sample = sampleOf(route, await places.lasting());
      const { url, method } = world.clients.owner.address(route, sample);
      const headers = { cookie: world.clients.owner.cookie(), "content-type": "application/json" };
      const response = await fetch(url, { method, headers, body: JSON.stringify(sample.body ?? {}) });
      expect(response.status).toBe(419);
    });
  }

  const { upload } = endpoint;
  if (upload !== undefined) {
    it("accepts a file whose name holds control characters like any other", async () => {
      const person = endpoint.access === "super_admin" ? "super_admin" : "owner";
      const replies: RawReply[] = [];
      for (const name of ["site.bin", "si\u0000te\u0001\u001f\u007f\u0085.bin"]) {
        const sample = sampleOf(route, await places.for(route));
        const files: Record<string, { name: string; bytes: Uint8Array }> = {};
        for (const [field, { accept }] of Object.entries(upload))
          files[field] = { name, bytes: await bytesOf(accept) };
        const fields = (sample.body ?? {}) as Record<string, string>;
        replies.push(await world.clients[person].upload(route, fields, files, sample));
      }
      const [plain, hostile] = replies;
      // Some calls accept no file with the rest of their sample and refuse it with an error.
      const isTaken = sampleOf(route, world.missing).files !== undefined;
      expect(plain?.status, JSON.stringify(plain?.body)).toBeLessThan(isTaken ? 300 : 500);
      expect(hostile?.status, JSON.stringify(hostile?.body)).toBe(plain?.status);
      const [after, before] = [hostile, plain].map((reply) => JSON.stringify(reply?.body));
      expect(after).not.toMatch(/\\u00[01]|[\u007f-\u009f]/);
      expect(after?.includes("site.bin")).toBe(before?.includes("site.bin"));
    }, 240_000);

    it("refuses a NUL in a text field beside a file, as it refuses one in JSON", async () => {
      const sample = sampleOf(route, await places.lasting());
      const fields = { ...(sample.body as Record<string, string> | undefined), name: "si\u0000te" };
      const reply = await world.clients.owner.upload(route, fields, {}, sample);
      if (endpoint.access !== "super_admin")
        expect({ status: reply.status, code: codeOf(reply) }).toEqual({ status: 400, code: "BAD_REQUEST" });
    });
  }

  it("answers malformed input with a clear refusal, never with a server fault", async () => {
    // All calls share the same parser: each gets a few inputs in rotation, and together they cover all many times.
    turn += 1;
    const { owner } = world.clients;
    const place = await places.for(route);
    const sample = sampleOf(route, place);
    for (const body of isWrite ? someOf(hostileBodies, turn, 3) : []) {
      const reply = await owner.raw(route, { ...sample, body });
      expect(
        reply.status,
        `${JSON.stringify(body)?.slice(0, 80)}: ${JSON.stringify(reply.body)}`,
      ).toBeLessThan(500);
    }
    // A call without either has nothing to malform there.
    const isAimed = sample.query !== undefined || sample.params !== undefined;
    for (const id of isAimed ? someOf(hostileIds, turn, 3) : []) {
      const query = Object.fromEntries(Object.keys(sample.query ?? {}).map((name) => [name, id]));
      const params = Object.fromEntries(Object.keys(sample.params ?? {}).map((name) => [name, id]));
      const reply = await owner.raw(route, { ...sample, query, params });
      expect(reply.status, `${id}: ${JSON.stringify(reply.body)}`).toBeLessThan(500);
    }
    await makeGood(route, "owner");
  }, 240_000);
});

/** Whether it leaves an entry when each permitted role makes the call once more. */
async function leavesLineAgain(route: Route, endpoint: Endpoint): Promise<boolean> {
  for (const role of roles) {
    if (expectedRefusal(endpoint, role, !route.startsWith("GET ")) !== undefined) continue;
    const place = await places.for(route);
    const lines = await countLines();
    const { status } = await callSample(world.clients[role], route, sampleOf(route, place));
    const isLonger = (await countLines()) > lines;
    await makeGood(route, role);
    if (status < 300 && isLonger) return true;
  }
  return false;
}

it("leaves an audit entry for every change and every download, except for those with a stated reason", async () => {
  const own = endpoints.filter(([route, endpoint]) => leavesLine(route, endpoint));
  // A partial run of the tests skips this check.
  if (!own.every(([route]) => walked.has(route))) return;
  // An earlier call may have written its entry late.
  for (const [route, endpoint] of own)
    if (recorded.has(route) && unrecorded[route] !== undefined && !(await leavesLineAgain(route, endpoint)))
      recorded.delete(route);
  const silent = own.map(([route]) => route).filter((route) => !recorded.has(route));
  expect(silent.toSorted()).toEqual(Object.keys(unrecorded).toSorted());
}, 240_000);

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
    240_000,
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

function refusalByVerb(access: RecordAccess, role: RoleName): keyof typeof errors | undefined {
  const { can } = access;
  if (verbs[can]?.includes(role) === true) return undefined;
  if (can === "project.leave" && role === "owner") return "OWNER_STAYS";
  if (!seers(can).includes(role)) return absent(access);
  return refusals[can] ?? "FORBIDDEN";
}

/** The specification's code for a viewed project. */
const absent = ({ can }: RecordAccess) => (can === "project.view" ? "PROJECT_NOT_PUBLIC" : "NOT_FOUND");

/** For a stranger's record: plans and size tiers in use are visible to all. */
const ofOthers = (access: RecordAccess) => (seers(access.can) === roles ? "FORBIDDEN" : absent(access));

/** Roles that see the kind of record that a verb concerns, and are therefore refused explicitly. */
function seers(can: string): readonly RoleName[] {
  const [subject = ""] = can.split(".");
  return sights[subject] ?? verbs[`${subject}.view`] ?? verbs[can] ?? [];
}

/** Viewers of subjects without a viewing call of their own. */
const sights: Readonly<Record<string, readonly RoleName[]>> = {
  autodesk_link: members,
  progress_entry: members,
  video_comment: members,
  // Those of the samples are available to all.
  plan: roles,
  tier: roles,
};

/** Refusals with a more specific code. */
const refusals: Readonly<Record<string, keyof typeof errors>> = {
  "project.edit": "PROJECT_EDIT_DENIED",
  "project.add_visit": "VISIT_EDIT_DENIED",
  "project.view_visits": "VISIT_VIEW_DENIED",
  "project.view_team": "TEAM_VIEW_DENIED",
  "project.view_sheets": "SHEET_VIEW_DENIED",
  "project.add_sheet": "SHEET_EDIT_DENIED",
  "sheet.edit": "SHEET_EDIT_DENIED",
  "sheet.delete": "SHEET_EDIT_DENIED",
  "project.manage_team": "PROJECT_TEAM_DENIED",
  "project.export": "PROJECT_EXPORT_DENIED",
  "visit.edit": "VISIT_EDIT_DENIED",
  "visit.delete": "VISIT_EDIT_DENIED",
  "visit.add_room": "VISIT_EDIT_DENIED",
  "visit.share": "VISIT_EDIT_DENIED",
  "visit.add_snag": "SNAG_EDIT_DENIED",
  "visit.add_snag_photo": "SNAG_EDIT_DENIED",
  "visit.add_snapshot": "VISIT_VIEW_DENIED",
  "visit.guide": "VISIT_VIEW_DENIED",
  "project.view_snags": "SNAG_VIEW_DENIED",
  "project.add_snag": "SNAG_EDIT_DENIED",
  "sheet.add_snag": "SNAG_EDIT_DENIED",
  "snag.edit": "SNAG_EDIT_DENIED",
  "snag.answer": "SNAG_EDIT_DENIED",
  "snag.comment": "SNAG_EDIT_DENIED",
  "snag.delete": "SNAG_EDIT_DENIED",
  "crew.edit": "CREW_EDIT_DENIED",
  "project.view_videos": "VIDEO_VIEW_DENIED",
  "project.add_video": "VIDEO_EDIT_DENIED",
  "video.comment": "VIDEO_VIEW_DENIED",
  "video.edit": "VIDEO_EDIT_DENIED",
  "video.delete": "VIDEO_EDIT_DENIED",
  "video.download": "VIDEO_EDIT_DENIED",
  "video.view_access": "VIDEO_EDIT_DENIED",
  "video_comment.edit": "COMMENT_EDIT_DENIED",
  "video_comment.delete": "COMMENT_EDIT_DENIED",
  "video_comment.resolve": "COMMENT_EDIT_DENIED",
  "project.view_live": "CHANNEL_VIEW_DENIED",
  "project.add_channel": "CHANNEL_EDIT_DENIED",
  "channel.operate": "CHANNEL_EDIT_DENIED",
  "channel.edit": "CHANNEL_EDIT_DENIED",
  "channel.delete": "CHANNEL_EDIT_DENIED",
  "project.view_cameras": "CAMERA_VIEW_DENIED",
  "project.add_camera": "CAMERA_EDIT_DENIED",
  "camera.check": "CAMERA_VIEW_DENIED",
  "camera.edit": "CAMERA_EDIT_DENIED",
  "camera.delete": "CAMERA_EDIT_DENIED",
  "photo.download": "VISIT_EDIT_DENIED",
  "photo.edit": "VISIT_EDIT_DENIED",
  "photo.delete": "VISIT_EDIT_DENIED",
  "photo.add_snag": "SNAG_EDIT_DENIED",
  "snapshot.edit": "SNAPSHOT_EDIT_DENIED",
  "snapshot.delete": "SNAPSHOT_EDIT_DENIED",
  "progress_entry.edit": "VISIT_EDIT_DENIED",
  "progress_entry.delete": "VISIT_EDIT_DENIED",
  "room.download": "VISIT_EDIT_DENIED",
  "room.edit": "VISIT_EDIT_DENIED",
  "room.delete": "VISIT_EDIT_DENIED",
  "autodesk_link.import": "SHEET_EDIT_DENIED",
  "autodesk_link.delete": "SHEET_EDIT_DENIED",
};

/** Calls that refuse even a valid request: wrong passwords, no demo, already set up. */
const ownRefusals: Readonly<Record<string, readonly string[]>> = {
  "POST /api/demo-login": ["DEMO_OFF"],
  "POST /api/password/email": ["RECOVERY_OFF"],
  "GET /api/auth/{provider}": ["SOCIAL_OFF"],
  // It changes an account although it is a read.
  "GET /api/auth/{provider}/link": ["SOCIAL_OFF", "DEMO_READ_ONLY"],
  "POST /api/auth/{provider}/link": ["SOCIAL_OFF"],
  "POST /api/setup": ["SETUP_DONE"],
  "POST /api/projects": ["FORBIDDEN"],
  "POST /api/broadcasting/auth": ["FORBIDDEN"],
  "POST /api/messages": ["MESSAGE_REFUSED"],
  // Others' permissions require the permission to change the team.
  "GET /api/team-members/permissions": ["PROJECT_TEAM_DENIED"],
  "DELETE /api/join-requests/cancel": ["NOT_FOUND"],
  // Bulk calls: each record is checked by itself.
  "DELETE /api/maps": ["SHEET_EDIT_DENIED"],
  "PUT /api/annotations/bulk": ["SNAG_EDIT_DENIED"],
  // Others' comments and files belong to their authors.
  "DELETE /api/annotations/file/delete": ["SNAG_EDIT_DENIED"],
  "DELETE /api/annotations/{id}/comments/{comment}": ["SNAG_EDIT_DENIED"],
  "DELETE /api/annotations/{id}/voice-notes/{note}": ["SNAG_EDIT_DENIED"],
  // That note was not deleted.
  "POST /api/annotations/{id}/voice-notes/{note}/restore": ["NOT_FOUND"],
  "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/restore": ["NOT_FOUND"],
  // The entry is the owner's.
  "DELETE /api/projects/{id}/diary/{day}/voice-notes/{note}": ["NOT_FOUND"],
  "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/transcription": ["NOT_FOUND"],
  "PUT /api/projects/{id}/diary/{day}/voice-notes/{note}/transcript": ["NOT_FOUND"],
  // No tour is in progress.
  "GET /api/guided-tours/{code}": ["NOT_FOUND"],
  "PUT /api/projects/star": ["NOT_FOUND"],
  "PUT /api/visits/star": ["NOT_FOUND"],
  "PUT /api/three60videos/star": ["NOT_FOUND"],
  "PUT /api/cctv-cameras/star": ["NOT_FOUND"],
  // No snag was sent anywhere.
  "POST /api/annotations/{id}/tools/{tool}/retry": ["NOT_FOUND"],
  "DELETE /api/annotations/{id}/tools/{tool}": ["NOT_FOUND"],
  "DELETE /api/projects/{id}/tools/{tool}": ["NOT_FOUND"],
  // They start a connection for an account although they are reads.
  "GET /api/tools/{tool}/auth-url": ["DEMO_READ_ONLY"],
  "GET /api/autodesk/auth-url": ["DEMO_READ_ONLY", "AUTODESK_SIGN_IN"],
  "POST /api/tools/{tool}/annotations": ["SNAG_EDIT_DENIED", "SNAG_VIEW_DENIED", "NOT_FOUND"],
  // No file was uploaded for the photo, the sheet and the video of the samples.
  "GET /api/evidence/photos/{id}/original": ["NOT_FOUND"],
  "GET /api/evidence/sheets/{id}/original": ["NOT_FOUND"],
  "GET /api/evidence/videos/{id}/original": ["NOT_FOUND"],
  // For a project that the caller cannot see.
  "POST /api/webhooks": ["PROJECT_NOT_PUBLIC"],
};

/** None of these users has connected an account there. */
const notConnected = (route: Route) => (route.includes("/api/autodesk/") ? ["AUTODESK_SIGN_IN"] : []);

/** Calls that name their records outside the access rule, and the roles that do not see those of the samples. */
const unseen: Readonly<Record<string, readonly RoleName[]>> = {
  "DELETE /api/maps": ["stranger", "administrator"],
  "PUT /api/annotations/bulk": ["stranger", "administrator", "trade"],
  "DELETE /api/annotations/file/delete": ["trade"],
  // By code: the room of a private project exists for its members only.
  "GET /api/spot-codes/{code}": ["guest", "stranger", "administrator"],
  "POST /api/spot-codes/{code}/scans": ["stranger", "administrator"],
};
/** Calls about an account whose sample is not the owner's own. */
const aimedAtAnother: readonly Route[] = ["DELETE /api/users/{id}"];

function deniedStatus(route: Route, role: RoleName, reply: RawReply): number {
  const code = codeOf(reply) ?? "";
  const own = ownRefusals[route] ?? notConnected(route);
  const isUnseen = code === "NOT_FOUND" && unseen[route]?.includes(role) === true;
  return isUnseen || own.includes(code) ? 0 : reply.status;
}
