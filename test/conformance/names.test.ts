import { afterAll, beforeAll, expect, it } from "vitest";
import { api, type Route } from "#contract/index.ts";
import type { SamplePlace } from "#server/platform/samples.ts";
import { type TestApp, testApp } from "../app.ts";
import { someOf } from "../every-case.ts";
import { unzip } from "../zip.ts";
import { type AnySample, readSamples } from "./samples.ts";
import { buildWorld, type RoleName, type World } from "./world.ts";

/** The user name of the project's owner: once a public one, once an email address. */
const plain = "keeper-of-the-gate";
const address = `${plain}@name.example`;
/** The owner's email address, which managers of the team may read. */
const email = "private@address.example";

/** Calls whose writes make lists, logs and notifications of other users name their author. */
const written: readonly Route[] = [
  "POST /api/annotations",
  "PUT /api/annotations/{id}",
  "POST /api/annotations/{id}/comments",
  "PUT /api/visits/{id}",
  "POST /api/team-members/invite-team-member",
  "PUT /api/team-members/update-permissions",
];

let app: TestApp;
let world: World;
let samples: Map<Route, AnySample>;
let place: SamplePlace;

beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  samples = await readSamples();
  place = await world.place();
  const { owner, manager } = world.clients;
  const { id_project } = place;
  for (const table of ["progress_entries", "sheet_versions"] as const)
    await app.database.db.updateTable(table).set({ id_user: world.ids.owner }).execute();
  for (const name of [plain, address]) {
    // Notifications keep the name that the author had then.
    await rename(name);
    for (const route of written) await owner.raw(route, samples.get(route)?.(place));
    for (const id_assignee of [world.ids.manager, world.ids.owner])
      await owner.call("PUT /api/annotations/{id}", {
        params: { id: place.id_snag },
        body: { id_assignee, text: `Seen by ${id_assignee}` },
      });
  }
  for (const [from, to] of [
    [owner, world.ids.manager],
    [manager, world.ids.owner],
  ] as const)
    await from.call("POST /api/messages", { body: { recipient_id: to, content: "The gate is open." } });
  await app.database.db
    .updateTable("project_invitations")
    .set({ id_inviter: world.ids.owner })
    .where("id_project", "=", id_project)
    .execute();
});
afterAll(() => app.close());

const rename = (username: string) =>
  app.database.db
    .updateTable("users")
    .set({ username, email, first_name: "", last_name: "" })
    .where("id", "=", world.ids.owner)
    .execute();

/** All reading calls, with the text of their responses; of a zip everything in it. */
async function readAs(role: RoleName): Promise<Map<string, string>> {
  const client = world.clients[role];
  const told = new Map<string, string>();
  for (const route of Object.keys(api) as Route[]) {
    const sample = samples.get(route);
    if (!route.startsWith("GET ") || sample === undefined) continue;
    const { url } = client.address(route, sample(place));
    const answer = await fetch(url, { headers: { cookie: client.cookie() }, redirect: "manual" });
    told.set(route, await textOf(new Uint8Array(await answer.arrayBuffer())));
  }
  for (const [page, code] of [
    ["viewer", place.code],
    ["video", place.code_video],
    ["live", place.code_channel],
    ["cctv", place.code_camera],
    ["user", place.code_user],
  ] as const)
    told.set(page, await (await fetch(`${app.origin}/${page}/${code}`)).text());
  return told;
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isZip) return Buffer.from(bytes).toString("utf8");
  const parts: string[] = [];
  for (const [path, entry] of await unzip(bytes)) parts.push(path, await textOf(entry.bytes));
  return parts.join("\n");
}

const naming = (told: ReadonlyMap<string, string>, words: string) =>
  [...told].filter(([, text]) => text.includes(words)).map(([route]) => route);

it("names an author by a user name wherever it is shown to others", async () => {
  await rename(plain);
  const named = naming(await readAs("manager"), plain);
  expect(named).toEqual(
    expect.arrayContaining([
      "GET /api/visits",
      "GET /api/live-streaming/user",
      "GET /api/annotations",
      "GET /api/annotations/report/xlsx",
      "GET /api/annotations/report/bcf",
      "GET /api/messages/conversations",
      "GET /api/projects/export/{id}",
      "GET /api/dashboard/changes",
      "GET /api/team-members",
    ]),
  );
});

const others = someOf<RoleName>(
  ["guest", "trade", "manager", "stranger", "administrator", "viewer", "editor"],
  0,
  3,
);

it.each(others)("shows %s no user name that is an email address, in any response", async (role) => {
  await rename(address);
  const told = await readAs(role);
  expect(naming(told, address)).toEqual([]);
  if (role !== "manager") expect(naming(told, email)).toEqual([]);
});
