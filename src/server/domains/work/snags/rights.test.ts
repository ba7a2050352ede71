import { describe, expect, it } from "vitest";
import { type Person, snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, get, put, refusedPut, list } = world;

const idsOf = async (by: Person, query: Record<string, unknown> = {}) =>
  (await list(query, by)).items.map(({ id }) => id);

describe("the right to see a snag", () => {
  it("is for every member who may see snags, and for no outsider", async () => {
    const { id } = await pin();
    const { manager, editor, viewer, stranger } = world.is;
    for (const who of [manager, editor, viewer]) {
      expect(await idsOf(who)).toContain(id);
      expect(await get(id, who)).toMatchObject({ id, can: { view: true } });
    }
    expect(await idsOf(stranger)).toEqual([]);
    const params = { id };
    expect(await stranger.client.refused("GET /api/annotations/{id}", { params })).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
    for (const call of ["GET /api/annotations/{id}/comments", "GET /api/annotations/{id}/history"] as const)
      expect(await stranger.client.refused(call, { params })).toMatchObject({ status: 404 });
    expect(await world.is.app.guest().refused("GET /api/annotations/{id}", { params })).toMatchObject({
      status: 401,
    });
  });

  it("is for a trade on its assigned snags, and on no other", async () => {
    const { trade } = world.is;
    const [theirs, other] = [await pin({ id_assignee: trade.id }), await pin()];
    expect(await idsOf(trade)).toContain(theirs.id);
    expect(await idsOf(trade)).not.toContain(other.id);
    expect((await list({}, trade)).counts.open).toBe((await idsOf(trade)).length);
    const params = { id: other.id };
    expect(await trade.client.refused("GET /api/annotations/{id}", { params })).toMatchObject({
      code: "NOT_FOUND",
    });
    await put(theirs.id, { id_assignee: null });
    expect(await idsOf(trade)).not.toContain(theirs.id);
  });

  it("is not for users from whom it was withheld, assignees included", async () => {
    const { id_project, app } = world.is;
    const blind = await world.member("trade");
    const { id } = await pin({ id_assignee: blind.id });
    expect(await idsOf(blind)).toEqual([id]);
    await world.withhold(blind, ["snags.own"]);
    expect(await idsOf(blind)).toEqual([]);
    const params = { id };
    for (const call of [
      "GET /api/annotations/{id}",
      "GET /api/annotations/{id}/comments",
      "GET /api/annotations/{id}/history",
    ] as const)
      expect(await blind.client.refused(call, { params }), call).toMatchObject({ status: 404 });
    const comment = { params, body: { text: "Seen" } };
    expect(await blind.client.refused("POST /api/annotations/{id}/comments", comment)).toMatchObject({
      status: 404,
    });
    const narrow = await world.member("viewer");
    await world.withhold(narrow, ["snags.view"]);
    expect(await idsOf(narrow, { id_project })).toEqual([]);
    await app.database.db.deleteFrom("project_members").where("id_user", "=", narrow.id).execute();
    expect(await idsOf(narrow)).toEqual([]);
  });

  it("shows no picture and no link of a visit that is withheld", async () => {
    const { id_room } = world.is;
    const narrow = await world.member("viewer");
    const { id } = await pin({ id_room, yaw: 0, pitch: 0 });
    expect((await get(id, narrow)).thumbnail).toEqual(expect.any(String));
    await world.withhold(narrow, ["visits.view"]);
    expect(await get(id, narrow)).toMatchObject({
      thumbnail: null,
      visit_code: null,
      visit: "",
      room: "Hall",
    });
  });
});

describe("the right to change a snag", () => {
  it("is for editors; an uninvolved viewer reads and comments", async () => {
    const { editor, viewer } = world.is;
    const { id } = await pin();
    expect(await put(id, { title: "Broken tile" }, editor)).toMatchObject({ title: "Broken tile" });
    expect((await get(id, viewer)).can).toEqual({
      view: true,
      edit: false,
      answer: false,
      comment: true,
      delete: false,
    });
    expect(await refusedPut(id, { status: "in_work" }, viewer)).toMatchObject({ code: "SNAG_EDIT_DENIED" });
    const params = { id };
    expect(await viewer.client.refused("DELETE /api/annotations/{id}", { params })).toMatchObject({
      code: "SNAG_EDIT_DENIED",
    });
    const body = { id_visit: world.is.id_visit, title: "Mine" };
    for (const who of [viewer, world.is.trade, world.is.stranger])
      expect(await who.client.refused("POST /api/annotations", { body })).toMatchObject(
        who === world.is.stranger
          ? { status: 404, code: "NOT_FOUND" }
          : { status: 403, code: "SNAG_EDIT_DENIED" },
      );
  });

  it.each(["in_work", "ready", "disputed", "open"] as const)(
    "lets the assignee report: %s",
    async (status) => {
      const { trade } = world.is;
      const { id } = await pin({ id_assignee: trade.id, status: status === "open" ? "in_work" : "open" });
      expect(await put(id, { status }, trade)).toMatchObject({ status });
    },
  );

  it("lets the assignee close nothing, and change nothing else", async () => {
    const { trade, id_room } = world.is;
    const { id } = await pin({ id_assignee: trade.id, id_room, yaw: 1, pitch: 2, due_date: "2026-04-01" });
    const changes = [
      { status: "closed" },
      { title: "Not so bad" },
      { due_date: "2027-01-01" },
      { id_assignee: null },
      { priority: "low" },
      { yaw: 5 },
      { status: "ready", text: "Done" },
    ];
    for (const change of changes)
      expect(await refusedPut(id, change, trade), JSON.stringify(change)).toMatchObject({
        status: 403,
        code: "SNAG_EDIT_DENIED",
      });
    expect(await get(id)).toMatchObject({ status: "open", title: "Cracked tile", version: 1 });
    // A form that sends everything unchanged changes no more than the status.
    const whole = { title: "Cracked tile", yaw: 1, pitch: 2, due_date: "2026-04-01", status: "ready" };
    expect(await put(id, whole, trade)).toMatchObject({ status: "ready" });
  });

  it("is for no one while the project is inactive", async () => {
    const { owner, id_project, app } = world.is;
    const { id } = await pin();
    const set = (active: boolean) =>
      app.database.db.updateTable("projects").set({ active }).where("id", "=", id_project).execute();
    await set(false);
    try {
      expect(await refusedPut(id, { title: "Later" })).toMatchObject({ status: 403 });
      expect((await get(id)).can).toMatchObject({ view: true, edit: false, comment: false });
      const body = { text: "Now?" };
      expect(
        await owner.client.refused("POST /api/annotations/{id}/comments", { params: { id }, body }),
      ).toMatchObject({ status: 403 });
    } finally {
      await set(true);
    }
  });

  it("offers as assignees those who will see it", async () => {
    const { viewer, trade, editor, stranger, id_project } = world.is;
    const choices = (by: Person) => by.client.call("GET /api/annotations/choices", { query: { id_project } });
    await pin({ trade: "Tiler" });
    await pin({ trade: "tiler" });
    const blind = await world.member("trade");
    await world.withhold(blind, ["snags.own"]);
    const { people, trades } = await choices(viewer);
    const ids = people.map(({ id_user }) => id_user);
    expect(ids).toEqual(expect.arrayContaining([viewer.id, trade.id, editor.id]));
    expect(ids).not.toContain(blind.id);
    expect(ids).not.toContain(stranger.id);
    expect(trades.filter((one) => one.toLowerCase() === "tiler")).toHaveLength(1);
    expect(await choices(trade)).toEqual({ people: [], invited: [], crews: [], trades: [] });
    const { id } = await pin();
    for (const who of [blind, stranger])
      expect(await refusedPut(id, { id_assignee: who.id })).toMatchObject({
        errors: { id_assignee: ["snags.assignee_elsewhere"] },
      });
  });
});

describe("several snags at once", () => {
  const bulk = (body: Record<string, unknown>, by = world.is.owner) =>
    by.client.raw("PUT /api/annotations/bulk", { body });

  it("are changed all together", async () => {
    const snags = [await pin(), await pin(), await pin()];
    const ids = snags.map(({ id }) => id);
    const { trade } = world.is;
    const change = { status: "in_work", priority: "critical", trade: "Tiler", id_assignee: trade.id };
    expect((await bulk({ ids, ...change, due_date: "2026-05-01" })).status).toBe(200);
    for (const id of ids)
      expect(await get(id)).toMatchObject({
        status: "in_work",
        priority: "critical",
        trade: "Tiler",
        assignee: { id_user: trade.id },
        due_date: "2026-05-01",
        version: 2,
      });
  });

  it("are changed all or none: a forbidden, missing or foreign one stops the call", async () => {
    const { owner, stranger, trade } = world.is;
    const mine = await pin({ id_assignee: trade.id });
    const notMine = await pin();
    expect(await bulk({ ids: [mine.id, notMine.id], status: "ready" }, trade)).toMatchObject({ status: 404 });
    expect(await bulk({ ids: [mine.id, 999_999], status: "ready" })).toMatchObject({ status: 404 });
    expect(await bulk({ ids: [mine.id], status: "ready" }, stranger)).toMatchObject({ status: 404 });
    const { id } = await owner.client.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const place = await world.walk(id);
    const far = await pin({ id_visit: place.id_visit });
    // A member of one project is an outsider to the other.
    const refused = await bulk({ ids: [mine.id, far.id], id_assignee: world.is.viewer.id });
    expect(refused).toMatchObject({ status: 422, body: { errors: { id_assignee: expect.anything() } } });
    for (const one of [mine, notMine, far])
      expect(await get(one.id)).toMatchObject({ status: "open", version: 1 });
  });

  it("are answered by their assignees, and not closed", async () => {
    const { trade } = world.is;
    const ids = [(await pin({ id_assignee: trade.id })).id, (await pin({ id_assignee: trade.id })).id];
    expect((await bulk({ ids, status: "closed" }, trade)).status).toBe(403);
    expect((await bulk({ ids, status: "ready" }, trade)).status).toBe(200);
  });
});
