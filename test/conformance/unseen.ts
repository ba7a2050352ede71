import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import type { SamplePlace } from "#server/platform/samples.ts";
import { type TestApp, testApp } from "../app.ts";
import type { RawReply } from "../client.ts";
import { callSample } from "./call-sample.ts";
import { placesOf } from "./sample-places.ts";
import { type AnySample, readSamples } from "./samples.ts";
import { buildWorld, hidePlace, makePlace, type RoleName, type World } from "./world.ts";

export type Field = keyof SamplePlace;

/** Fields of a sample project that identify records visible to everyone, or to all signed-in users. */
const forEverybody: readonly Field[] = [
  "code_public",
  "code_user",
  // Keys of their own: what they open is tested in by-link.test.ts and owner-reports.test.ts.
  "code_answer",
  "code_report",
  "id_category",
  "id_type",
  "id_plan",
  "id_tier",
];
/** A project's code is given to a user so that they can request membership. */
const byJoinCode: readonly Route[] = [
  "POST /api/join-requests/send",
  "GET /api/join-requests/check-join-status",
  "DELETE /api/join-requests/cancel",
];
/** Further callers, one with each call. */
export const inTurns: readonly RoleName[] = [
  "guest",
  "demo",
  "administrator",
  "trade",
  "viewer",
  "editor",
  "manager",
];

interface Unseen {
  readonly app: TestApp;
  readonly world: World;
  readonly samples: Map<Route, AnySample>;
  /** Another user's project, of which nothing is public: hidden, for members only, without a link. */
  readonly hidden: SamplePlace;
}

/** Starts a server with such projects, for the tests of a file. */
export function startUnseen(): () => Unseen {
  let started: Unseen;
  beforeAll(async () => {
    const app = await testApp();
    const world = await buildWorld(app);
    const hidden = await hidePlace(app, await makePlace(app, world.other.client, world.other.id));
    started = { app, world, samples: await readSamples(), hidden };
  });
  afterAll(() => started.app.close());
  return () => started;
}

/** The fields of a sample project that the sample of a call uses. */
function fieldsOf(sample: AnySample, world: World): readonly Field[] {
  const read = new Set<Field>();
  const watched = new Proxy(world.missing, {
    get(target, name) {
      if (Object.hasOwn(target, name)) read.add(name as Field);
      return Reflect.get(target, name) as unknown;
    },
  });
  sample(watched);
  return [...read].filter((field) => !forEverybody.includes(field));
}

/** The subjects of a call: all of its fields at once, and each beside those of a project in which the caller has a role. */
function aimsOf(route: Route, sample: AnySample, world: World): readonly (readonly Field[])[] {
  const fields = byJoinCode.includes(route) ? [] : fieldsOf(sample, world);
  if (fields.length === 0) return [];
  return fields.length === 1 ? [fields] : [fields, ...fields.map((field) => [field])];
}

const withFields = (from: SamplePlace, fields: readonly Field[], others: SamplePlace): SamplePlace => ({
  ...others,
  ...Object.fromEntries(fields.map((field) => [field, from[field]])),
});

/** The parts of a response that its reader can distinguish. */
export function toldBy({ status, headers, body }: RawReply) {
  const own = new Set(["date", "x-request-id", "set-cookie", "x-csrf-token"]);
  const told = [...headers].filter(([name]) => !own.has(name));
  return { status, headers: Object.fromEntries(told), body };
}

/** @param rolesOf the callers, by a number that differs from call to call */
export function testUnseen(unseen: () => Unseen, rolesOf: (turn: number) => readonly RoleName[]): void {
  const places = placesOf(() => unseen().world);
  const calls = Object.entries(api) as [Route, Endpoint][];
  describe.each(calls.map(([route, { access }], turn) => ({ route, access, turn })))(
    "$route",
    ({ route, access, turn }) => {
      it.skipIf(access === "super_admin")(
        "responds the same for hidden and for non-existent records",
        async () => {
          const { world, samples, hidden } = unseen();
          const sample = samples.get(route);
          if (sample === undefined) throw new Error(`No sample for ${route}.`);
          const aims = aimsOf(route, sample, world);
          if (aims.length === 0) return;
          const place = await places.for(route);
          for (const role of rolesOf(turn)) {
            for (const aim of aims) {
              const ask = async (from: SamplePlace) =>
                toldBy(await callSample(world.clients[role], route, sample(withFields(from, aim, place))));
              const missing = await ask(world.missing);
              expect.soft(await ask(hidden), `${role}: ${aim.join()} of somebody else`).toEqual(missing);
              expect.soft(await ask(world.deleted), `${role}: ${aim.join()} deleted`).toEqual(missing);
            }
          }
          places.used(route);
        },
      );
    },
  );
}
