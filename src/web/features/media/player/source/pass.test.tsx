import { describe, expect, it } from "vitest";
import { byNewestPass } from "./hls.ts";

const opened = "/media/live/k3/OLD/live.m3u8";
const newest = "/media/live/k3/NEW/live.m3u8";
const origin = location.origin;

describe("a file of a stream whose token was renewed", () => {
  it("is requested by the newest token, its query included", () => {
    const asked = byNewestPass(`${origin}/media/live/k3/OLD/v/12.m4s?_HLS_msn=4`, opened, newest);
    expect(asked).toBe(`${origin}/media/live/k3/NEW/v/12.m4s?_HLS_msn=4`);
  });

  it("is unchanged while the token is the same, and for a file elsewhere", () => {
    const own = `${origin}/media/live/k3/OLD/12.m4s`;
    expect(byNewestPass(own, opened, opened)).toBe(own);
    expect(byNewestPass("https://cdn.example/12.m4s", opened, newest)).toBe("https://cdn.example/12.m4s");
  });
});
