import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createViewPosters, linkView, projectView } from "./view-poster.ts";

/** A sphere whose red encodes the yaw and whose green the pitch, in steps of two degrees. */
function compassSphere(): { data: Buffer; width: number; height: number } {
  const [width, height] = [360, 180];
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      data[(y * width + x) * 3] = x / 2;
      data[(y * width + x) * 3 + 1] = y;
    }
  }
  return { data, width, height };
}

/** Yaw and pitch of the pixel in the middle. */
function middle(view: { yaw: number; pitch: number; fov: number }): { yaw: number; pitch: number } {
  const size = { width: 41, height: 21 };
  const flat = projectView(compassSphere(), view, size);
  const at = (10 * size.width + 20) * 3;
  return { yaw: (flat[at] ?? 0) * 2 - 180, pitch: 90 - (flat[at + 1] ?? 0) };
}

describe("poster of an exact view", () => {
  it.each([
    { yaw: 0, pitch: 0, fov: 60 },
    { yaw: 90, pitch: 30, fov: 40 },
    { yaw: -120, pitch: -45, fov: 90 },
    { yaw: 200, pitch: 0, fov: 25 },
  ])("has the direction of the link: %j", (view) => {
    const seen = middle(view);
    expect(Math.abs(((((seen.yaw - view.yaw + 540) % 360) + 360) % 360) - 180)).toBeLessThanOrEqual(2);
    expect(Math.abs(seen.pitch - view.pitch)).toBeLessThanOrEqual(1.5);
  });

  it("covers vertically what the field of view says", () => {
    const size = { width: 200, height: 100 };
    const flat = projectView(compassSphere(), { yaw: 0, pitch: 0, fov: 60 }, size);
    const pitchAt = (row: number) => 90 - (flat[(row * size.width + 100) * 3 + 1] ?? 0);
    expect(pitchAt(0) - pitchAt(99)).toBeGreaterThan(57);
    expect(pitchAt(0) - pitchAt(99)).toBeLessThan(62);
  });

  it("is not made for links without a view of their own", () => {
    expect(linkView({})).toBeNull();
    expect(linkView({ yaw: "0", pitch: "0", fov: "60" })).toBeNull();
    expect(linkView({ yaw: "east", lang: "ar" })).toBeNull();
  });

  it("clamps out-of-range links as the viewer would", () => {
    expect(linkView({ yaw: "1e9", pitch: "-1e9", fov: "0" })).toEqual({ yaw: 360, pitch: -90, fov: 25 });
    expect(linkView({ yaw: ["1", "2"], fov: "50" })).toEqual({ yaw: 0, pitch: 0, fov: 50 });
  });

  it("is small, and made one at a time: a second page at the same moment goes without", async () => {
    const { data, width, height } = compassSphere();
    const sphere = await sharp(data, { raw: { width, height, channels: 3 } })
      .webp()
      .toBuffer();
    const posters = createViewPosters();
    const view = { yaw: 10, pitch: 0, fov: 60 };
    const [first, second] = await Promise.all([posters.make(sphere, view), posters.make(sphere, view)]);
    expect(first?.length).toBeGreaterThan(50);
    expect(second).toBeNull();
    expect(await posters.make(sphere, view)).toEqual(first);
  });
});
