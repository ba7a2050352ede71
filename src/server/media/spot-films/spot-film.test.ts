import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curvesOf, gainsFor } from "./exposure.ts";
import { spotFilm } from "./make-spot-film.ts";
import { centresOf, filmWorkshop, markedSphere, meanOf } from "./spot-film.fixture.ts";

let workshop: Awaited<ReturnType<typeof filmWorkshop>>;
beforeAll(async () => {
  workshop = await filmWorkshop();
});
afterAll(() => workshop.close());

const norths = [0, 137.3, -91.7, 41.2];
const look = { bearing: 40, pitch: 3, fov: 75 };
const corners = [
  { bearing: 8, pitch: 24 },
  { bearing: 74, pitch: 21 },
  { bearing: 5, pitch: -19 },
  { bearing: 70, pitch: -22 },
];
const oneDate = spotFilm.hold + spotFilm.fade;
const picturesOf = (exposures: readonly number[] = []) =>
  Promise.all(
    norths.map(async (north, at) =>
      workshop.picture(
        await markedSphere({ marks: corners, north, exposure: exposures[at] ?? 1 }),
        north,
        ["3 March 2026", "20 نوفمبر 2026"][at] ?? null,
      ),
    ),
  );

describe("a time-lapse of a spot", () => {
  it("keeps fixed corners within two pixels, levels the exposure, and shows dates in both scripts", async () => {
    const pictures = await picturesOf([1, 0.75, 1.2, 0.9]);
    const frames = await workshop.frames({ pictures, look }, oneDate);
    expect(frames.map(({ width, height }) => [width, height])).toEqual(norths.map(() => [1920, 1080]));
    const [first, ...others] = frames.map(centresOf);
    expect(first?.includes(null)).toBe(false);
    for (const other of others)
      for (const [at, centre] of other.entries()) {
        const [x = 0, y = 0] = first?.[at] ?? [];
        expect(Math.hypot((centre?.[0] ?? 9999) - x, (centre?.[1] ?? 9999) - y)).toBeLessThan(2);
      }
    const means = frames.map(meanOf);
    expect(Math.max(...means) / Math.min(...means)).toBeLessThan(1.06);
    // White letters above the bar of a player, of the two dates that have any.
    const inks = await Promise.all(
      frames.map(async ({ path }) => {
        const part = await sharp(path)
          .extract({ left: 48, top: 819, width: 260, height: 72 })
          .png()
          .toBuffer();
        return Math.max(...(await sharp(part).stats()).channels.map(({ max }) => max));
      }),
    );
    expect(inks.map((ink) => ink > 220)).toEqual([true, true, false, false]);
    expect(await readdir(workshop.work)).toEqual([]);
  });

  it("turns once around, and shows each direction in its middle", async () => {
    const marks = [
      { bearing: 10, pitch: 0 },
      { bearing: 100, pitch: 0 },
      { bearing: 280, pitch: 0 },
    ];
    const pictures = await Promise.all(
      norths.slice(0, 2).map(async (north) => workshop.picture(await markedSphere({ marks, north }), north)),
    );
    const total = 2 * spotFilm.hold + spotFilm.fade;
    const seen: number[] = [];
    const frames = await workshop.frames(
      {
        pictures,
        look: { bearing: 10, pitch: 0, fov: 75 },
        isTurning: true,
        onProgress: (share) => seen.push(share),
      },
      1,
    );
    expect(frames).toHaveLength(total);
    expect(seen).toEqual([0.5, 1]);
    const middleOf = (frame: number) => {
      const { data = new Uint8Array(), width = 1 } = frames[frame] ?? {};
      let [sum, weights] = [0, 0];
      for (let x = 0; x < width; x += 1) {
        const at = (540 * width + x) * 3;
        const weight = Math.max(0, (data[at] ?? 0) - (data[at + 1] ?? 0) - 40);
        if (Math.abs(x - width / 2) > 300) continue;
        sum += x * weight;
        weights += weight;
      }
      return sum / weights;
    };
    expect(middleOf(0)).toBeCloseTo(959.5, -1);
    // A quarter of the frames is a quarter of a turn; the mark has moved by the rest of a frame's turn.
    const quarter = Math.round(total / 4);
    const rest = 90 - (quarter / total) * 360;
    const focal = 540 / Math.tan((37.5 / 180) * Math.PI);
    expect(Math.abs(middleOf(quarter) - (959.5 + focal * Math.tan((rest / 180) * Math.PI)))).toBeLessThan(2);
  });

  it("ends with its signal, and leaves nothing behind", async () => {
    const pictures = await picturesOf();
    const gone = new AbortController();
    const made = workshop.frames(
      {
        pictures,
        look,
        signal: gone.signal,
        onProgress: () => gone.abort(new Error("cancelled")),
      },
      oneDate,
    );
    await expect(made).rejects.toThrow("cancelled");
    expect(await readdir(workshop.work)).toEqual([]);
  });
});

describe("the levels of exposure", () => {
  it("bring a darker and a brighter photo to the one between, and change real colours little", () => {
    const [dark, middle, bright] = gainsFor([
      [80, 80, 80],
      [100, 100, 100],
      [125, 125, 125],
    ]);
    expect(dark?.[0]).toBeCloseTo(1.25);
    expect(middle).toEqual([1, 1, 1]);
    expect(bright?.[0]).toBeCloseTo(0.8);
    const [, red] = gainsFor([
      [100, 100, 100],
      [200, 60, 60],
      [100, 100, 100],
    ]);
    expect(red?.every((gain) => gain > 0.9 && gain < 1.3)).toBe(true);
    expect(
      gainsFor([
        [10, 10, 10],
        [240, 240, 240],
      ])
        .flat()
        .every((gain) => gain >= 1 / 1.6 && gain <= 1.6),
    ).toBe(true);
  });

  it("keep black and white, and never turn back", () => {
    for (const gain of [0.65, 0.9, 1, 1.2, 1.6]) {
      const [curve] = curvesOf([gain, gain, gain]);
      expect([curve[0], curve[255]]).toEqual([0, 255]);
      expect((curve[100] ?? 0) / 100).toBeCloseTo(gain, 1);
      expect(curve.every((value, at) => at === 0 || value >= (curve[at - 1] ?? 0))).toBe(true);
    }
  });
});
