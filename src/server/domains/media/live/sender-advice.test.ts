import { describe, expect, it } from "vitest";
import type { LiveSignal } from "#server/live/engine.ts";
import { adviceFor } from "./sender-advice.ts";

const good: LiveSignal = {
  width: 3840,
  height: 1920,
  fps: 30,
  bitrate: 12_000_000,
  codec: "avc1.640033",
  hasAudio: true,
  gop: 4,
};
const sphere = { is_360: true };

describe("sender advice", () => {
  it("is empty for a good signal, bounds included", () => {
    expect(adviceFor(good, sphere)).toEqual([]);
    expect(adviceFor({ ...good, width: 1920, height: 1080 }, { is_360: false })).toEqual([]);
  });

  it.each<[string, Partial<LiveSignal>, string]>([
    ["key frames more than four seconds apart", { gop: 4.1 }, "long_gop"],
    ["HEVC, which not every browser shows", { codec: "hvc1.1.6.L93.B0" }, "codec"],
    ["4:4:4 colour, which no phone shows", { codec: "avc1.f4001f" }, "chroma"],
    ["4:2:2 colour", { codec: "avc1.7a001f" }, "chroma"],
    ["10 bits", { codec: "avc1.6e001f" }, "chroma"],
    ["a sphere that is not twice as wide as high", { width: 1920, height: 1080 }, "flat"],
    ["more than 12 Mbit/s", { bitrate: 12_000_001 }, "bitrate"],
  ])("names %s", (_, change, advice) => {
    expect(adviceFor({ ...good, ...change }, sphere)).toEqual([`live.advice.${advice}`]);
  });

  it("lists everything at once, starting with problems that prevent viewing", () => {
    const worst = { ...good, codec: "hev1", gop: 9, bitrate: 3e7, height: 2160 };
    expect(adviceFor(worst, sphere).map((key) => key.split(".").at(-1))).toEqual([
      "codec",
      "flat",
      "long_gop",
      "bitrate",
    ]);
  });
});
