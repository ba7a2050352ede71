import { describe, expect, it } from "vitest";
import { readMessage } from "./messages.ts";

describe("a message from another browser", () => {
  it("is accepted when it has a known shape", () => {
    const view = { is: "view", visit: "abc", room: 7, yaw: -180, pitch: 12.5, fov: 60 };
    expect(readMessage(view)).toEqual(view);
    expect(readMessage({ is: "point", at: { yaw: 1, pitch: 2 } })).toEqual({
      is: "point",
      at: { yaw: 1, pitch: 2 },
    });
    expect(readMessage({ is: "point", at: null })).toEqual({ is: "point", at: null });
    expect(readMessage({ is: "people", peers: ["a", 7, "b"] })).toEqual({ is: "people", peers: ["a", "b"] });
    for (const is of ["end", "here", "away"]) expect(readMessage({ is, more: 1 })).toEqual({ is });
  });

  it("is dropped when its view is not finite", () => {
    for (const wrong of [
      null,
      "view",
      {},
      { is: "other" },
      { is: "view", visit: "abc", room: 7, yaw: Number.NaN, pitch: 0, fov: 60 },
      { is: "view", visit: "abc", room: 7, yaw: 181, pitch: 0, fov: 60 },
      { is: "view", visit: "abc", room: "7", yaw: 1, pitch: 0, fov: 60 },
      { is: "view", visit: 1, room: 7, yaw: 1, pitch: 0, fov: 60 },
      { is: "view", visit: "abc", room: 7, yaw: 1, pitch: 0, fov: 0 },
      { is: "point", at: { yaw: 1 } },
      { is: "point", at: "here" },
      { is: "people", peers: "a" },
    ])
      expect(readMessage(wrong), JSON.stringify(wrong)).toBeNull();
  });
});
