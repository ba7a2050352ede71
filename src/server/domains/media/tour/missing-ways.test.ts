import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { siteDates } from "#test/site-dates.ts";
import { createMissingWays } from "./missing-ways.ts";
import { createProposedWays } from "./ways.ts";

let app: TestApp;
let site: ReturnType<typeof siteDates>;
const db = () => app.database.db;
const emit = vi.fn(() => Promise.resolve());
const propose = () => createMissingWays({ db: db(), ways: createProposedWays({ emit }) })(signal);
const { signal } = new AbortController();

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await db().deleteFrom("projects").execute();
  const owner = await app.as(await app.user({ role: "administrator" }));
  const { id } = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  site = siteDates(db(), id);
});

/** A visit as an earlier version left it: rooms, written without the call that proposes links. */
async function oldVisit(count: number) {
  const { id } = await site.visit();
  const rooms: number[] = [];
  for (let at = 1; at <= count; at += 1)
    rooms.push(await site.room(id, { name: `IMG_000${at}`, file_name: `IMG_000${at}.jpg` }));
  const [first = 0, second = 0, third = 0] = rooms;
  return { id, first, second, third };
}
const ways = async () =>
  (
    await db()
      .selectFrom("hotspots")
      .select(["id_room", "id_target_room", "is_proposed"])
      .orderBy("id_room")
      .orderBy("id_target_room")
      .execute()
  ).map(({ id_room, id_target_room, is_proposed }) => [id_room, id_target_room, is_proposed]);

describe("links of earlier visits", () => {
  it("are added without a change of their rooms, once", async () => {
    const { first, second, third } = await oldVisit(3);
    expect(await propose()).toBe(1);
    const made = await ways();
    expect(made).toEqual([
      [first, second, true],
      [second, first, true],
      [second, third, true],
      [third, second, true],
    ]);
    expect(emit).toHaveBeenCalled();
    expect(await propose(), "nothing is left to do").toBe(0);
    expect(await ways()).toEqual(made);
  });

  it("leave alone user-made links, deleted links, and a single room", async () => {
    const laid = await oldVisit(2);
    const way = { yaw: 10, pitch: 0, label: "", is_proposed: false };
    await db()
      .insertInto("hotspots")
      .values([
        { ...way, id_room: laid.first, id_target_room: laid.second },
        { ...way, id_room: laid.second, id_target_room: laid.first },
      ])
      .execute();
    const denied = await oldVisit(2);
    await db()
      .insertInto("way_denials")
      .values([
        { id_room: denied.first, id_target_room: denied.second },
        { id_room: denied.second, id_target_room: denied.first },
      ])
      .execute();
    await oldVisit(1);
    expect(await propose()).toBe(0);
    expect(await ways()).toEqual([
      [laid.first, laid.second, false],
      [laid.second, laid.first, false],
    ]);
  });

  it("are added to a room without any link, beside a user's link", async () => {
    const { first, second, third } = await oldVisit(3);
    await db()
      .insertInto("hotspots")
      .values({ id_room: first, id_target_room: third, yaw: 10, pitch: 0, label: "", is_proposed: false })
      .execute();
    expect(await propose()).toBe(1);
    expect(await ways()).toContainEqual([first, third, false]);
    expect(await ways()).toContainEqual([second, third, true]);
    expect(await propose()).toBe(0);
  });
});
