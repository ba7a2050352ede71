import { describe, expect, it } from "vitest";
import { checkSource } from "#panorama/tiles/pyramid.ts";
import { inOrder, isShowable, sourceOf } from "./source.ts";
import { picture, room, unmade } from "./test-rooms.ts";

describe("a room's picture", () => {
  it("goes to the engine as the pyramid it is, with its north", () => {
    const source = sourceOf(room({ north: -42 }));
    expect(source).toMatchObject({ width: 4096, tileSize: 512, north: -42, base: "/media/p/base.webp" });
    expect(source?.levels).toHaveLength(2);
  });

  it("can be looked at as soon as its previews are there, in a form the engine accepts", () => {
    const source = sourceOf(room({ picture: picture({ state: "processing", levels: [], tiles: null }) }));
    expect(source?.tiles).toBe("/media/p/base.webp");
    if (!source) throw new Error("a previewed room can be shown");
    expect(() => checkSource(source)).not.toThrow();
  });

  it("is not shown while nothing is made, nor after it failed", () => {
    expect(isShowable(room({ picture: picture(unmade) }))).toBe(false);
    expect(isShowable(room({ picture: picture({ state: "failed" }) }))).toBe(false);
  });

  it("stands in walking order, however the rooms arrive", () => {
    const rooms = [room({ id: 7, order: 2 }), room({ id: 8, order: 0 }), room({ id: 9, order: 1 })];
    expect(inOrder(rooms).map(({ id }) => id)).toEqual([8, 9, 7]);
  });
});
