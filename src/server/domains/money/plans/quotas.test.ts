import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { realFilm } from "#server/domains/media/videos/videos.fixture.ts";
import { panorama } from "#test/pictures.ts";
import { PartsClient } from "#test/tus.ts";
import { type Customer, fresh, plansWorld } from "./plans.fixture.ts";
import type { QuotaKind } from "./quota-rules.ts";
import { createQuotas } from "./quotas.ts";

const world = plansWorld();
const { customer, person, project, me, goTo } = world;

const visitOf = (id_project: number) => ({
  body: { id_project, name: fresh("Walk"), visit_date: "2026-02-01T08:00:00Z" },
});
const addVisit = ({ client }: Customer, id_project: number) =>
  client.raw("POST /api/visits", visitOf(id_project));
const refusedVisit = ({ client }: Customer, id_project: number) =>
  client.refused("POST /api/visits", visitOf(id_project));
const addVideo = async ({ client }: Customer, id_project: number) =>
  client.upload(
    "POST /api/three60videos",
    { id_project: String(id_project), title: "Ride", video_date: "2026-02-01T08:00:00Z" },
    { file: { name: "ride.mp4", bytes: await realFilm() } },
  );
const camera = (id_project: number) => ({
  body: { id_project, name: fresh("Crane"), hls_url: "https://camera.example.org/live.m3u8" },
});
const channel = (id_project: number) => ({ body: { id_project, name: fresh("Roof") } });
const quota = ({ client }: Customer, kind: QuotaKind, id_project?: number) =>
  client.call("GET /api/quota", { query: { kind, ...(id_project === undefined ? {} : { id_project }) } });

const bytesOf = async (userId: number) => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from usage_months where id_user = ${userId}`.execute(
    world.db,
  );
  return rows[0]?.bytes;
};

describe("at a plan's limit", () => {
  it("a project is refused with usage and limit, and nothing of it is stored", async () => {
    const owner = await customer({ n_projects: 2 });
    const first = await project(owner);
    await project(owner);
    expect(
      await owner.client.refused("POST /api/projects", { body: { name: fresh("Palm Court") } }),
    ).toMatchObject({
      status: 422,
      code: "PLAN_LIMIT",
      message: "Plan limit reached: 2 of 2.",
      values: { used: 2, limit: 2 },
    });
    expect((await owner.client.call("GET /api/projects")).total).toBe(2);
    // Content of the bin does not count, and is not restored over the limit.
    expect((await me(owner)).can.create_project).toBe(false);
    await owner.client.call("DELETE /api/projects/{id}", { params: { id: first.id } });
    expect((await me(owner)).can.create_project).toBe(true);
    await project(owner);
    expect(
      await owner.client.refused("PUT /api/projects/restore/{id}", { params: { id: first.id } }),
    ).toMatchObject({
      code: "PLAN_LIMIT",
    });
  });

  it("a month's limit stays reached after a deletion, and is reset with the next month", async () => {
    goTo("2026-03-31T23:59:59Z");
    const owner = await customer({ n_projects_month: 1 });
    const { id } = await project(owner);
    await owner.client.call("DELETE /api/projects/{id}", { params: { id } });
    const body = { name: fresh("Palm Court") };
    expect(await owner.client.refused("POST /api/projects", { body })).toMatchObject({
      status: 422,
      code: "PLAN_LIMIT_MONTH",
      message: "Monthly plan limit reached: 1 of 1.",
    });
    goTo("2026-04-01T00:00:01Z");
    await owner.client.call("POST /api/projects", { body });
    goTo("2026-03-10");
  });

  it("a visit is refused although the menu still offers it", async () => {
    const owner = await customer({ n_virtual_tours: 1, n_virtual_tours_month: 1 });
    const { id } = await project(owner);
    expect(await quota(owner, "visit", id)).toMatchObject({ fits: true, used: 0, limit: 1, limit_month: 1 });
    expect((await addVisit(owner, id)).status).toBe(201);
    expect(await me(owner)).toMatchObject({ can: { create_visit: true } });
    expect(await refusedVisit(owner, id)).toMatchObject({
      status: 422,
      message: "Plan limit reached: 1 of 1.",
    });
    expect(await quota(owner, "visit", id)).toMatchObject({ fits: false, used: 1, used_month: 1 });
  });

  it("a month's limit of visits stops the next one, also where the total has room", async () => {
    const owner = await customer({ n_virtual_tours: 10, n_virtual_tours_month: 1 });
    const { id } = await project(owner);
    await addVisit(owner, id);
    expect(await refusedVisit(owner, id)).toMatchObject({ code: "PLAN_LIMIT_MONTH" });
  });

  it("a deleted visit counts for its month alone: its place is free", async () => {
    const owner = await customer({ n_virtual_tours: 2, n_virtual_tours_month: 3 });
    const { id } = await project(owner);
    for (const _ of [1, 2]) await addVisit(owner, id);
    const [visit] = (await owner.client.call("GET /api/visits", { query: { id_project: id } })).items;
    await owner.client.call("DELETE /api/visits/{id}", { params: { id: visit?.id ?? 0 } });
    expect(await quota(owner, "visit", id)).toMatchObject({ fits: true, used: 1, used_month: 2 });
    expect((await addVisit(owner, id)).status).toBe(201);
    expect(await quota(owner, "visit", id)).toMatchObject({ fits: false, used: 2, used_month: 3 });
  });

  it("a project comes back from the bin in a month that is full: it was counted when it was created", async () => {
    const owner = await customer({ n_projects: 2, n_projects_month: 2 });
    const [first] = [await project(owner), await project(owner)];
    const params = { id: first.id };
    await owner.client.call("DELETE /api/projects/{id}", { params });
    await owner.client.call("PUT /api/projects/restore/{id}", { params });
    expect(await quota(owner, "project")).toMatchObject({ fits: false, used: 2, used_month: 2 });
  });

  it("a video is refused before its first byte is sent, and at its end", async () => {
    const owner = await customer({ n_video_uploads: 1 });
    const { id } = await project(owner);
    expect((await addVideo(owner, id)).status).toBe(201);
    expect(await me(owner)).toMatchObject({
      user_stats: { count_video_uploads: 1, count_video_uploads_month: 1 },
    });
    expect(await bytesOf(owner.id)).toBe((await realFilm()).length);
    expect((await addVideo(owner, id)).body).toMatchObject({
      code: "PLAN_LIMIT",
      values: { used: 1, limit: 1 },
    });
    const begun = await new PartsClient(owner.client, world.app.origin).beginVideo(id, 1000);
    expect(begun.body).toMatchObject({ code: "PLAN_LIMIT" });
  });

  it("cameras and live channels count where a plan has a limit for them", async () => {
    const owner = await customer({ n_cameras: 1, n_channels: 1 });
    const { id } = await project(owner);
    await owner.client.call("POST /api/cctv-cameras", camera(id));
    await owner.client.call("POST /api/live-streaming", channel(id));
    for (const refused of [
      await owner.client.refused("POST /api/cctv-cameras", camera(id)),
      await owner.client.refused("POST /api/live-streaming", channel(id)),
    ])
      expect(refused).toMatchObject({ status: 422, message: "Plan limit reached: 1 of 1." });
    expect(await me(owner)).toMatchObject({ can: { create_camera: false, create_channel: false } });
    const [lens] = (await owner.client.call("GET /api/cctv-cameras", { query: { id_project: id } })).items;
    await owner.client.call("DELETE /api/cctv-cameras/{id}", { params: { id: lens?.id ?? 0 } });
    expect(await me(owner)).toMatchObject({ can: { create_camera: true, create_channel: false } });
    const free = await customer();
    const { id: other } = await project(free);
    for (const _ of [1, 2]) await free.client.call("POST /api/cctv-cameras", camera(other));
    expect(await quota(free, "camera", other)).toMatchObject({ fits: true, used: 2, limit: null });
  });

  it("nothing is refused to a user without a plan, nor to a super admin", async () => {
    const free = await person();
    const { id } = await project(free);
    await addVisit(free, id);
    expect(await quota(free, "visit", id)).toEqual({
      fits: true,
      whose: "none",
      plan: "",
      used: 1,
      limit: null,
      used_month: 1,
      limit_month: null,
    });
    const boss = await customer({ n_projects: 0, n_virtual_tours: 0 }, "super_admin");
    const { id: other } = await project(boss);
    expect((await addVisit(boss, other)).status).toBe(201);
    expect(await me(boss)).toMatchObject({ can: { create_project: true, create_visit: true } });
  });
});

describe("the plan that counts", () => {
  it("is the project owner's for an invited user without one", async () => {
    const [owner, crew] = [await customer({ n_virtual_tours: 2 }), await person("user")];
    const { id } = await project(owner);
    await world.app.join(id, crew, "editor");
    expect(await quota(crew, "visit", id)).toMatchObject({ fits: true, whose: "owner", used: 0, limit: 2 });
    await addVisit(crew, id);
    await addVisit(owner, id);
    expect(await refusedVisit(crew, id)).toMatchObject({
      code: "PLAN_LIMIT",
      message: "Plan limit reached: 2 of 2.",
    });
    expect(await refusedVisit(owner, id)).toMatchObject({ code: "PLAN_LIMIT" });
    expect(await me(owner)).toMatchObject({ user_stats: { count_virtual_tours_month: 2 } });
    expect(await me(crew)).toMatchObject({ user_stats: { count_virtual_tours: 1 } });
  });

  it("is one's own for a user who has one, whatever the project", async () => {
    const [owner, crew] = [
      await customer({ n_virtual_tours: 0 }),
      await customer({ n_virtual_tours: 1 }, "user"),
    ];
    const { id } = await project(owner);
    await world.app.join(id, crew, "editor");
    expect(await quota(crew, "visit", id)).toMatchObject({ whose: "own", limit: 1 });
    expect((await addVisit(crew, id)).status).toBe(201);
    expect(await refusedVisit(crew, id)).toMatchObject({ message: "Plan limit reached: 1 of 1." });
    expect(await me(owner)).toMatchObject({ user_stats: { count_virtual_tours_month: 0 } });
  });

  it("is shown to the owner's team only", async () => {
    const [owner, stranger] = [await customer({ n_virtual_tours: 4 }), await person()];
    const { id } = await project(owner);
    expect(await quota(stranger, "visit", id)).toMatchObject({ whose: "none", plan: "", limit: null });
  });
});

describe("the signed-in user", () => {
  it("contains their plan, its limits and its custom lines", async () => {
    const limits = {
      n_projects: 3,
      n_projects_month: 2,
      n_virtual_tours: 30,
      n_virtual_tours_month: 10,
      n_video_uploads: 5,
      n_video_uploads_month: null,
    };
    const owner = await customer({
      ...limits,
      features: ["Trello"],
      custom_features: ["A visit by us each month"],
    });
    expect((await me(owner)).plan_info).toMatchObject({
      ...limits,
      n_cameras: null,
      features: ["Trello"],
      custom_features_array: ["A visit by us each month"],
    });
    expect((await me(await person())).plan_info).toMatchObject({
      id_plan: null,
      n_projects: null,
      custom_features_array: [],
    });
  });

  it("contains the usage, in total and this month, at once", async () => {
    const owner = await person();
    const { id } = await project(owner);
    await addVisit(owner, id);
    const expected = {
      count_projects: 1,
      count_projects_month: 1,
      count_virtual_tours: 1,
      count_virtual_tours_month: 1,
      count_video_uploads: 0,
      count_video_uploads_month: 0,
    };
    expect((await me(owner)).user_stats).toEqual(expected);
    await addVisit(owner, id);
    expect((await me(owner)).user_stats).toEqual({
      ...expected,
      count_virtual_tours: 2,
      count_virtual_tours_month: 2,
    });
  });

  it("is not offered a project with a full plan, nor with a role that may create none", async () => {
    const owner = await customer({ n_projects: 1 });
    expect((await me(owner)).can.create_project).toBe(true);
    await project(owner);
    expect((await me(owner)).can.create_project).toBe(false);
    expect((await me(await customer({}, "user"))).can.create_project).toBe(false);
  });

  it("has more room at once when their plan gets a higher limit", async () => {
    const owner = await customer({ n_projects: 0 });
    const { id_plan } = (await me(owner)).plan_info;
    await world.admin.client.call("PUT /api/plans/{id}", {
      params: { id: id_plan ?? 0 },
      body: { n_projects: 1 },
    });
    expect((await me(owner)).can.create_project).toBe(true);
    await project(owner);
  });
});

it("Bytes of pictures count towards the plan that paid for the visit", async () => {
  const owner = await person();
  const { id } = await project(owner);
  const visit = await owner.client.call("POST /api/visits", visitOf(id));
  const bytes = await panorama();
  const send = () =>
    owner.client.upload(
      "POST /api/rooms",
      { id_visit: String(visit.id) },
      { file: { name: "hall.jpg", bytes } },
    );
  expect((await send()).status).toBe(201);
  expect(await bytesOf(owner.id)).toBe(bytes.length);
  // Sending the same picture returns the same room.
  await send();
  expect(await bytesOf(owner.id)).toBe(bytes.length);
});

describe("at the same moment", () => {
  it("two calls for the last free one wait for each other, and one is refused", async () => {
    const owner = await customer({ n_virtual_tours: 3 });
    const { id } = await project(owner);
    await addVisit(owner, id);
    await addVisit(owner, id);
    const replies = await Promise.all([addVisit(owner, id), addVisit(owner, id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  it("the second is checked only once the first is committed", async () => {
    const owner = await customer({ n_projects_month: 1 });
    const quotas = createQuotas({ db: world.db, clock: world.clock });
    const wanted = { kind: "project", id_user: owner.id, id_project: null } as const;
    const order: string[] = [];
    const first = world.db.transaction().execute(async (trx) => {
      await quotas.take(trx, wanted);
      const second = world.db
        .transaction()
        .execute((other) => quotas.take(other, wanted))
        .then(
          () => order.push("passed"),
          () => order.push("refused"),
        );
      // The other waits for this row, as reported by the database.
      await expect.poll(() => waiting()).toBe(1);
      order.push("done");
      return { second };
    });
    await (await first).second;
    expect(order).toEqual(["done", "refused"]);
  });
});

const waiting = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
  return rows[0]?.n;
};
