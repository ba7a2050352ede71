import { afterAll, beforeAll, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import type { Sample } from "#server/platform/samples.ts";
import { type TestApp, testApp } from "../app.ts";
import type { RawReply } from "../client.ts";
import { readSamples } from "../conformance/samples.ts";
import { buildWorld, type World } from "../conformance/world.ts";
import { panorama } from "../pictures.ts";
import { fingerprints } from "./table-fingerprints.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  world = await buildWorld(app);
});
afterAll(() => app.close());

type Fields = Readonly<Record<string, unknown>>;
const parts = ["params", "query", "body"] as const;

/** The caller's own sample with one value of the stranger's, for every value that differs there. */
function swaps(own: Sample, strange: Sample): { field: string; sample: Sample }[] {
  return parts.flatMap((part) =>
    Object.entries((own[part] ?? {}) as Fields).flatMap(([field, value]) => {
      const other = ((strange[part] ?? {}) as Fields)[field];
      if (JSON.stringify(other) === JSON.stringify(value)) return [];
      return [{ field, sample: { ...own, [part]: { ...(own[part] as Fields), [field]: other } } }];
    }),
  );
}

async function knock(route: Route, sample: Sample): Promise<RawReply> {
  const { owner } = world.clients;
  if (sample.files === undefined) return owner.raw(route, sample);
  const bytes = await panorama();
  const files = Object.fromEntries(sample.files.map((name) => [name, { name: "room.jpg", bytes }]));
  return owner.upload(route, (sample.body ?? {}) as Record<string, string>, files, sample);
}

/**
 * Values that belong to no one, values that only filter the caller's own data, and texts that are generated for every
 * sample.
 */
const harmless: Readonly<Record<string, string>> = {
  "POST /api/categories/assign id_category": "categories are everybody's",
  "POST /api/categories/remove id_category": "categories are everybody's",
  "GET /api/plans/{id} id": "plans are everybody's",
  "GET /api/project-tiers/{id} id": "bands are everybody's",
  "PUT /api/user/plan id_plan": "plans are everybody's",
  "PUT /api/user/plan id": "plans are everybody's",
  "POST /api/projects name": "a word",
  "POST /api/team-members/invite-team-member email": "a word",
  "POST /api/crews/{id}/people email": "a word",
  "POST /api/crews/{id}/people/import csv": "words",
  "GET /api/users/code/{code} code": "a profile that is shown to everybody",
  "GET /api/quota id_project": "an unknown project is a new one: the answer is about one's own plan",
  "PUT /api/messages/star/{id} message_id": "the number of the path counts",
  "POST /api/visits/{id}/matches/undo spots": "rooms of other projects are left out, as deleted ones are",
  "POST /api/maps/{id}/arrange id_visit": "proposes nothing for rooms that are not on the plan's project",
  "GET /api/maps/{id}/walk id_visit":
    "no walk, as of a visit that does not exist: only those of the plan's project are found",
  // A join request names another user's project by design.
  "POST /api/join-requests/send project_code": "asks",
  "GET /api/join-requests/check-join-status project_code": "asks",
  "DELETE /api/join-requests/cancel project_code": "asks",
};
/** Whether the response must contain no data. */
const isAboutNothing = (text: string) =>
  /"items":\[\]|"(?:project|visit|video|camera)_ids":\[\]|"changed":0\b/.test(text);

/** Calls that end the project come last; calls that end the session are left out. */
const order = (route: Route) => (/^DELETE |deactivate|invalidate|transfer/.test(route) ? 1 : 0);

it("a stranger's id beside one's own grants nothing and changes nothing", async () => {
  const samples = await readSamples();
  const place = await world.place();
  const { id_project, id_user } = world.stranger;
  // A join request is the one thing that a stranger may leave there.
  const without = ["join_requests", "notifications", "activity", "events", "sessions", "recent_searches"];
  const rowsOfStranger = () => fingerprints(app.database.db, { of: { id_project, id_user }, without });
  const before = await rowsOfStranger();
  const routes = (Object.entries(api) as [Route, Endpoint][])
    .filter(([route, { access }]) => access !== "public" && !route.includes("logout"))
    .toSorted(([a], [b]) => order(a) - order(b));
  const opened: string[] = [];
  let tried = 0;
  for (const [route] of routes) {
    const make = samples.get(route);
    if (make === undefined) continue;
    for (const { field, sample } of swaps(make(place), make(world.stranger))) {
      tried += 1;
      const { status, body } = await knock(route, sample);
      const isFine = status >= 400 || harmless[`${route} ${field}`] !== undefined;
      if (!isFine && !isAboutNothing(JSON.stringify(body)))
        opened.push(`${route} ${field}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    }
  }
  expect(opened).toEqual([]);
  expect(tried).toBeGreaterThan(250);
  expect(await rowsOfStranger()).toEqual(before);
});
