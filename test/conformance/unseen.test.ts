import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import type { SamplePlace } from "#server/platform/samples.ts";
import { type TestApp, testApp } from "../app.ts";
import type { RawReply } from "../client.ts";
import { someOf } from "../every-case.ts";
import { callSample } from "./call-sample.ts";
import { placesOf } from "./sample-places.ts";
import { type AnySample, readSamples } from "./samples.ts";
import { buildWorld, hidePlace, makePlace, type RoleName, type World } from "./world.ts";

type Field = keyof SamplePlace;

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
const inTurns: readonly RoleName[] = [
  "guest",
  "demo",
  "administrator",
  "trade",
  "viewer",
  "editor",
  "manager",
];
let turn = 0;

let app: TestApp;
let world: World;
let samples: Map<Route, AnySample>;
/** Another user's project, of which nothing is public: hidden, for members only, without a link. */
let hidden: SamplePlace;
const places = placesOf(() => world);

beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  hidden = await hidePlace(app, await makePlace(app, world.other.client, world.other.id));
  samples = await readSamples();
});
afterAll(() => app.close());

/** The fields of a sample project that the sample of a call uses. */
function fieldsOf(sample: AnySample): readonly Field[] {
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
function aimsOf(route: Route, sample: AnySample): readonly (readonly Field[])[] {
  const fields = byJoinCode.includes(route) ? [] : fieldsOf(sample);
  if (fields.length === 0) return [];
  return fields.length === 1 ? [fields] : [fields, ...fields.map((field) => [field])];
}

const withFields = (from: SamplePlace, fields: readonly Field[], others: SamplePlace): SamplePlace => ({
  ...others,
  ...Object.fromEntries(fields.map((field) => [field, from[field]])),
});

/** The parts of a response that its reader can distinguish. */
function toldBy({ status, headers, body }: RawReply) {
  const own = new Set(["date", "x-request-id", "set-cookie", "x-csrf-token"]);
  const told = [...headers].filter(([name]) => !own.has(name));
  return { status, headers: Object.fromEntries(told), body };
}

describe.each(Object.entries(api) as [Route, Endpoint][])("%s", (route, { access }) => {
  it.skipIf(access === "super_admin")(
    "responds the same for hidden and for non-existent records",
    async () => {
      const sample = samples.get(route);
      if (sample === undefined) throw new Error(`No sample for ${route}.`);
      const aims = aimsOf(route, sample);
      if (aims.length === 0) return;
      const place = await places.for(route);
      turn += 1;
      for (const role of ["stranger", "owner", ...someOf(inTurns, turn, 1)] as const) {
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
});

describe("a page by a code", () => {
  const pages: readonly (readonly [string, Field])[] = [
    ["/viewer/", "code"],
    ["/video/", "code_video"],
    ["/live/", "code_channel"],
    ["/cctv/", "code_camera"],
  ];

  it.each(pages)("%s shows the same for hidden and for non-existent records", async (path, field) => {
    for (const role of ["guest", "stranger"] as const) {
      const client = world.clients[role];
      const ask = async (code: string | number, method: string) => {
        const form = method === "POST" ? "password=gate" : undefined;
        // With compression, the code in a page would change its length.
        const plain = { "accept-encoding": "identity" };
        const type = { ...plain, "content-type": "application/x-www-form-urlencoded" };
        const reply = await client.send(method, `${app.origin}${path}${code}`, form, form ? type : plain);
        return toldBy({ ...reply, ...withoutMarks(reply, String(code)) });
      };
      for (const method of ["GET", "HEAD", "POST"])
        for (const [what, there] of [
          ["hidden", hidden[field]],
          ["deleted", world.deleted[field]],
        ] as const) {
          // Of equal length: the URL is part of its page.
          const missing = await ask("2".repeat(String(there).length), method);
          expect(missing.status, method).toBe(404);
          expect(await ask(there, method), `${role}: ${method} ${what}`).toEqual(missing);
        }
    }
  });
});

/** Without the parts that differ between two deliveries of a page, and without the requested URL. */
function withoutMarks({ headers, body }: RawReply, code: string): Pick<RawReply, "headers" | "body"> {
  const plain = (text: string) =>
    text.replaceAll(code, "…").replaceAll(/(nonce[="-]+)[\w+/=-]+|("csrf-token" content=")[^"]+/g, "$1$2");
  const told = [...headers].map(([name, value]): [string, string] => [name, plain(value)]);
  return { headers: new Headers(told), body: plain(String(body)) };
}

it("a multipart upload is refused alike for hidden and for non-existent records", async () => {
  const create = async (kind: string, name: string, id: number) => {
    const pairs = { kind, [name]: String(id), filename: "hall.jpg" };
    const metadata = Object.entries(pairs).map(([key, value]) => `${key} ${btoa(value)}`);
    const reply = await world.clients.stranger.send("POST", `${app.origin}/api/uploads`, undefined, {
      "tus-resumable": "1.0.0",
      "upload-length": "1000",
      "upload-metadata": metadata.join(),
    });
    return toldBy(reply);
  };
  for (const [kind, name, field] of [
    ["room", "id_visit", "id_visit"],
    ["video", "id_project", "id_project"],
  ] as const) {
    const missing = await create(kind, name, world.missing[field]);
    expect(missing.status).toBe(404);
    expect(await create(kind, name, hidden[field])).toEqual(missing);
    expect(await create(kind, name, world.deleted[field])).toEqual(missing);
  }
});
