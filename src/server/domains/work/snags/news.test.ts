import { beforeEach, describe, expect, it } from "vitest";
import { bell, empty, type Person, snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, put } = world;

beforeEach(async () => {
  const { owner, trade, editor, viewer } = world.is;
  for (const who of [owner, trade, editor, viewer]) await empty(who);
});

const told = async (who: Person) =>
  (await bell(who)).map(({ title, message, link }) => ({ title, message, link }));

describe("notifications of a snag", () => {
  it("reach its assignee, with a link to it", async () => {
    const { trade, owner } = world.is;
    const { id, number } = await pin({ id_assignee: trade.id });
    expect(await told(trade)).toEqual([
      {
        title: "Snag assigned to you",
        message: `Test Person assigned you No. ${number} “Cracked tile” in “Palm Court”.`,
        link: `/snags/${id}`,
      },
    ]);
    expect((await bell(trade))[0]).toMatchObject({ kind: "snag" });
    expect(await told(owner)).toEqual([]);
  });

  it("reach its author on a status change, and never the acting user", async () => {
    const { trade, owner, viewer } = world.is;
    const { id } = await pin({ id_assignee: trade.id });
    await empty(trade);
    await put(id, { status: "in_work" }, trade);
    await put(id, { status: "ready" }, trade);
    // Status changes of one snag are one line: the last.
    expect(await told(owner)).toMatchObject([{ title: "Snag ready for review" }]);
    await put(id, { status: "closed" });
    expect(await told(trade)).toMatchObject([{ title: "Snag closed" }]);
    await put(id, { status: "open" });
    expect(await told(trade)).toMatchObject([{ title: "Snag reopened" }]);
    await put(id, { status: "disputed" }, trade);
    expect((await told(owner))[0]).toMatchObject({ title: "Snag disputed" });
    expect(await told(viewer)).toEqual([]);
  });

  it("cover comments, counted together", async () => {
    const { trade, owner, viewer } = world.is;
    const { id, number } = await pin({ id_assignee: trade.id });
    await empty(trade);
    const say = (by: Person) =>
      by.client.call("POST /api/annotations/{id}/comments", { params: { id }, body: { text: "Hm" } });
    await say(viewer);
    await say(viewer);
    for (const who of [trade, owner])
      expect(await told(who)).toEqual([
        {
          title: "New comments on a snag",
          message: `2 comments on No. ${number} “Cracked tile” in “Palm Court”, most recently by Test Person.`,
          link: `/snags/${id}`,
        },
      ]);
    expect(await told(viewer)).toEqual([]);
  });

  it("are one line for many snags assigned at once", async () => {
    const { trade, owner, id_project } = world.is;
    const ids = [(await pin()).id, (await pin()).id, (await pin()).id];
    await owner.client.call("PUT /api/annotations/bulk", { body: { ids, id_assignee: trade.id } });
    expect(await told(trade)).toMatchObject([
      { title: "Snags assigned to you", link: `/snags?id_project=${id_project}` },
    ]);
    expect((await told(trade))[0]?.message).toContain("3 snags");
    await owner.client.call("PUT /api/annotations/bulk", { body: { ids, status: "closed" } });
    expect((await told(trade))[0]).toMatchObject({ title: "Snags closed" });
  });

  it("are sent once for a change of several fields, and not when nothing changed", async () => {
    const { trade } = world.is;
    const { id } = await pin();
    await put(id, { id_assignee: trade.id, status: "in_work" });
    expect(await told(trade)).toMatchObject([{ title: "Snag assigned to you" }]);
    await empty(trade);
    await put(id, { id_assignee: trade.id, status: "in_work" });
    expect(await told(trade)).toEqual([]);
  });

  it("do not reach users who may no longer see the snag", async () => {
    const gone = await world.member("trade");
    const { id } = await pin({ id_assignee: gone.id });
    await empty(gone);
    await world.withhold(gone, ["snags.own"]);
    await put(id, { status: "closed" });
    expect(await told(gone)).toEqual([]);
  });

  it("are in Arabic for a user who reads it", async () => {
    const reader = await world.member("trade");
    await world.is.app.database.db
      .updateTable("users")
      .set({ language: "ar" })
      .where("id", "=", reader.id)
      .execute();
    await pin({ id_assignee: reader.id });
    expect((await told(reader))[0]?.title).toBe("ملاحظة مُسندة إليك");
  });
});
