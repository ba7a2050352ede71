import { describe, expect, it } from "vitest";
import { readFilmLink, writeFilmLink } from "./film-link.ts";

const bare = () => new URL("https://site.example/video/k3");

describe("a link into a video", () => {
  it("includes the second and the view, and parses to the values written", () => {
    const start = { seconds: 12.5, yaw: -170.3, pitch: 8, fov: 50 };
    const url = writeFilmLink(bare(), start);
    expect(url.search).toBe("?t=12.5&yaw=-170.3&pitch=8&fov=50");
    expect(readFilmLink(url.search)).toEqual(start);
  });

  it("leaves out a start at zero", () => {
    expect(writeFilmLink(bare(), { seconds: 0 }).href).toBe(bare().href);
  });

  it.each([
    ["1:05", 65],
    ["1:00:00", 3600],
    ["42s", 42],
  ])("accepts %s as people write it", (text, seconds) => {
    expect(readFilmLink(`?t=${text}`).seconds).toBe(seconds);
  });

  it.each(["-4", "NaN", "1e9", "", "5:5"])("ignores %j", (text) => {
    expect(readFilmLink(`?t=${text}`).seconds).toBeUndefined();
  });

  it("clamps angles to their ranges", () => {
    const out = { yaw: -180, pitch: 90 };
    expect(readFilmLink("?yaw=-400&pitch=100&fov=x")).toEqual({ seconds: undefined, fov: undefined, ...out });
  });
});
