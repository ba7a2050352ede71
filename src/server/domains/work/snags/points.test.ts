import { describe, expect, it } from "vitest";
import type { SessionUser } from "#server/platform/session.ts";
import { snagPoints } from "./points.ts";
import { type Person, snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin } = world;

const seen = (who: Pick<Person, "id"> | null, roomId: number, super_admin = false) =>
  snagPoints(
    world.is.app.database.db,
    roomId,
    who === null ? null : ({ id: who.id, super_admin } as SessionUser),
  );

describe("snags in a picture", () => {
  it("appear where they were pinned, with the data of a pin", async () => {
    const { id_room, owner } = world.is;
    const snag = await pin({ id_room, yaw: 12, pitch: -5, text: "Third row", priority: "high" });
    await pin({ id_room, title: "Somewhere in here" });
    expect(await seen(owner, id_room)).toEqual([
      {
        id: snag.id,
        kind: "snag",
        yaw: 12,
        pitch: -5,
        label: "Cracked tile",
        text: "Third row",
        number: snag.number,
        status: "open",
        priority: "high",
        version: 1,
        id_room: null,
        url: null,
        media: null,
        is_proposed: false,
      },
    ]);
  });

  it("are shown to users who may see them: not to guests and outsiders, to a trade its own", async () => {
    const { id_kitchen, trade, viewer, stranger } = world.is;
    const mine = await pin({ id_room: id_kitchen, yaw: 0, pitch: 0, id_assignee: trade.id });
    await pin({ id_room: id_kitchen, yaw: 0, pitch: 0 });
    expect(await seen(viewer, id_kitchen)).toHaveLength(2);
    expect((await seen(trade, id_kitchen)).map(({ id }) => id)).toEqual([mine.id]);
    expect(await seen(stranger, id_kitchen)).toEqual([]);
    expect(await seen(null, id_kitchen)).toEqual([]);
    expect(await seen(stranger, id_kitchen, true)).toHaveLength(2);
  });
});
