import { describe, expect, it } from "vitest";
import { Pressure, sizeFor, steps } from "./pressure.ts";

/** Bytes of so many seconds of video at the current step. */
const seconds = (pressure: Pressure, n: number) => (pressure.step.bitrate * n) / 8;

describe("Quality of the broadcast", () => {
  it("is the best while nothing waits.", () => {
    const pressure = new Pressure();
    for (let now = 0; now < 60_000; now += 500)
      expect(pressure.look(0, now)).toEqual({ isLost: false, isChanged: false });
    expect(pressure.step).toBe(steps[0]);
  });

  it("goes down one step at a time while frames wait, and no further than the last.", () => {
    const pressure = new Pressure();
    const seen: number[] = [];
    for (let now = 0; now < 20_000; now += 100) {
      pressure.look(seconds(pressure, 1), now);
      if (seen.at(-1) !== pressure.step.bitrate) seen.push(pressure.step.bitrate);
    }
    expect(seen).toEqual([1_500_000, 800_000, 400_000]);
    expect(pressure.isReduced).toBe(true);
  });

  it("drops frames once two seconds of them wait.", () => {
    const pressure = new Pressure();
    expect(pressure.look(seconds(pressure, 1.9), 0).isLost).toBe(false);
    expect(pressure.look(seconds(pressure, 2.1), 100).isLost).toBe(true);
  });

  it("recovers after a calm period, and waits longer after a failed attempt.", () => {
    const pressure = new Pressure();
    const timeToRise = (from: number) => {
      let now = from;
      while (pressure.step.bitrate !== steps[0].bitrate) pressure.look(0, (now += 500));
      return now - from;
    };
    pressure.look(seconds(pressure, 1), 0);
    expect(pressure.step).toBe(steps[1]);
    const first = timeToRise(1000);
    pressure.look(seconds(pressure, 1), 100_000);
    expect(pressure.step).toBe(steps[1]);
    expect(timeToRise(101_000)).toBeGreaterThan(first * 1.5);
  });
});

describe("Size of the broadcast", () => {
  it.each([
    [1280, 720, 720, 1280, 720],
    [1920, 1080, 720, 1280, 720],
    [720, 1280, 540, 540, 960],
    [641, 361, 720, 642, 362],
  ])("of %d×%d at most %d high is %d×%d.", (width, height, most, wide, high) => {
    expect(sizeFor(width, height, most)).toEqual({ width: wide, height: high });
  });
});
