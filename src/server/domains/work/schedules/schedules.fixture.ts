import { beforeAll, expect } from "vitest";
import type { Schedule, SchedulePreview } from "#contract/schedules.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { RawReply } from "#test/client.ts";
import { type Person, person, snagsWorld } from "../snags/snags.fixture.ts";
import { mspdi, type ScheduleFixture, type TaskFixture, tower } from "./mspdi/mspdi.fixture.ts";

export { type Person, person } from "../snags/snags.fixture.ts";

// A time zone with a daylight saving change in a night in which tasks are planned.
process.env["TZ"] = "America/New_York";

/** Start time of every file: in the middle of the tower's schedule. */
export const begin = new Date("2026-03-18T09:00:00Z");

export const taskOf = (schedule: Schedule | null, uid: number) => {
  const task = schedule?.tasks.find((one) => one.uid === uid);
  if (task === undefined) throw new Error(`no task ${uid}`);
  return task;
};
export const towerWith = (uid: number, more: Partial<TaskFixture>): ScheduleFixture => ({
  ...tower,
  tasks: tower.tasks.map((task) => (task.uid === uid ? { ...task, ...more } : task)),
});
export const towerWithout = (...uids: number[]): ScheduleFixture => ({
  ...tower,
  tasks: tower.tasks.filter(({ uid }) => !uids.includes(uid)),
});

/** A project with a team, on an installation with schedules enabled; opened and closed with the file. */
export function schedulesWorld(clock: Clock = { now: () => begin }) {
  const world = snagsWorld({ clock });
  beforeAll(async () => {
    const boss = await person(world.is.app, { role: "super_admin" });
    await boss.client.call("PUT /api/settings", { body: { ms_project_enabled: true } });
  });

  /** A separate project, with its owner. */
  async function site(by: Person = world.is.owner): Promise<number> {
    const { id } = await by.client.call("POST /api/projects", { body: { name: `Site ${Math.random()}` } });
    return id;
  }
  const send = (id: number, xml: string | Uint8Array, by: Person = world.is.owner): Promise<RawReply> =>
    by.client.upload(
      "POST /api/projects/{id}/schedule/preview",
      {},
      { file: { name: "tower.xml", bytes: typeof xml === "string" ? Buffer.from(xml) : xml } },
      { params: { id } },
    );
  async function preview(
    id: number,
    given: ScheduleFixture | string = tower,
    by?: Person,
  ): Promise<SchedulePreview> {
    const reply = await send(id, typeof given === "string" ? given : mspdi(given), by);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return (reply.body as { data: SchedulePreview }).data;
  }
  const apply = (id: number, token: string, by: Person = world.is.owner): Promise<Schedule> =>
    by.client.call("POST /api/projects/{id}/schedule", { params: { id }, body: { token } });
  const bring = async (id: number, given?: ScheduleFixture | string): Promise<Schedule> =>
    apply(id, (await preview(id, given)).token);
  const look = (
    id: number,
    by: Person = world.is.owner,
    query: { on?: string } = {},
  ): Promise<Schedule | null> => by.client.call("GET /api/projects/{id}/schedule", { params: { id }, query });
  const fetchXml = async (id: number, by: Person = world.is.owner): Promise<string> =>
    String((await by.client.raw("GET /api/projects/{id}/schedule/export", { params: { id } })).body);
  const tell = async (
    id: number,
    uid: number,
    body: { percent?: number; actual_start?: string | null; actual_finish?: string | null },
    by: Person = world.is.owner,
  ): Promise<Schedule> => {
    const task = taskOf(await look(id), uid).id;
    return by.client.call("PUT /api/projects/{id}/schedule/tasks/{task}", { params: { id, task }, body });
  };

  return {
    get is() {
      return world.is;
    },
    db: () => world.is.app.database.db,
    pin: world.pin,
    site,
    send,
    preview,
    apply,
    bring,
    look,
    fetchXml,
    tell,
  };
}
