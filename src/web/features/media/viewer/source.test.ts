import { describe, expect, it } from "vitest";
import { checkSource } from "#panorama/tiles/pyramid.ts";
import { inOrder, isShowable, sourceOf } from "./source.ts";
import { picture, room, unmade } from "./test-rooms.ts";

describe("a room's picture", () => {
  it("is passed to the engine as its pyramid, with its north", () => {
    const source = sourceOf(room({ north: -42 }));
    expect(source).toMatchObject({ width: 4096, tileSize: 512, north: -42, base: "/media/p/base.webp" });
    expect(source?.levels).toHaveLength(2);
  });

  it("is showable as soon as its previews exist, in a form the engine accepts", () => {
    const source = sourceOf(room({ picture: picture({ state: "processing", levels: [], tiles: null }) }));
    expect(source?.tiles).toBe("/media/p/base.webp");
    if (!source) throw new Error("a previewed room can be shown");
    expect(() => checkSource(source)).not.toThrow();
  });

  it("is null while nothing is processed, and after a failure", () => {
    expect(isShowable(room({ picture: picture(unmade) }))).toBe(false);
    expect(isShowable(room({ picture: picture({ state: "failed" }) }))).toBe(false);
  });

  it("is in walking order, in any order of rooms", () => {
    const rooms = [room({ id: 7, order: 2 }), room({ id: 8, order: 0 }), room({ id: 9, order: 1 })];
    expect(inOrder(rooms).map(({ id }) => id)).toEqual([8, 9, 7]);
  });
});
