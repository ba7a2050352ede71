import { expect, it } from "vitest";
import { LiveDistance } from "./live-distance.ts";

const seconds = (count: number) => count * 1000;

it("keeps a second more distance after a stall, two at most, and comes closer again step by step", () => {
  const hls = { targetLatency: 0.9 };
  const distance = new LiveDistance(hls);
  distance.check(seconds(30));
  expect(hls.targetLatency).toBe(0.9);
  for (const at of [31, 32, 33]) distance.stalled(seconds(at));
  expect(hls.targetLatency).toBeCloseTo(2.9);
  distance.check(seconds(42));
  expect(hls.targetLatency).toBeCloseTo(2.9);
  distance.check(seconds(43));
  expect(hls.targetLatency).toBeCloseTo(1.9);
  distance.check(seconds(44));
  expect(hls.targetLatency).toBeCloseTo(1.9);
  distance.check(seconds(53));
  expect(hls.targetLatency).toBe(0.9);
});

it("waits twice as long whenever a stall follows, five minutes at most", () => {
  const hls = { targetLatency: 1 };
  const distance = new LiveDistance(hls);
  let now = 0;
  const waits = Array.from({ length: 7 }, () => {
    distance.stalled(now);
    const from = now;
    while (hls.targetLatency > 1) {
      now += seconds(1);
      distance.check(now);
    }
    return (now - from) / 1000;
  });
  expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300]);
});

it("changes nothing before the playlist is known", () => {
  const hls: { targetLatency: number | null } = { targetLatency: null };
  const distance = new LiveDistance(hls);
  distance.stalled(0);
  expect(hls.targetLatency).toBeNull();
  hls.targetLatency = 1.2;
  distance.stalled(seconds(1));
  expect(hls.targetLatency).toBeCloseTo(3.2);
});
