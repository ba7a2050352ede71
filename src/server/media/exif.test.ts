import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readNorth } from "#contract/gpano.ts";
import { readExif, readPhotoExif } from "./exif.ts";

interface Entry {
  tag: number;
  type: number;
  count: number;
  value: number;
}

/** A TIFF block with one Exif directory and a text area, in either byte order. */
function block(little: boolean, entries: Entry[], exif: Entry[], text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(1000));
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  const directory = (at: number, list: Entry[]) => {
    view.setUint16(at, list.length, little);
    for (const [index, { tag, type, count, value }] of list.entries()) {
      const entry = at + 2 + index * 12;
      view.setUint16(entry, tag, little);
      view.setUint16(entry + 2, type, little);
      view.setUint32(entry + 4, count, little);
      if (type === 3) view.setUint16(entry + 8, value, little);
      else view.setUint32(entry + 8, value, little);
    }
  };
  directory(8, entries);
  directory(200, exif);
  for (let index = 0; index < text.length; index += 1) view.setUint8(400 + index, text.charCodeAt(index));
  return new Uint8Array(view.buffer);
}

const toExif: Entry = { tag: 0x8769, type: 4, count: 1, value: 200 };
const date: Entry = { tag: 0x9003, type: 2, count: 20, value: 400 };
const offset: Entry = { tag: 0x9011, type: 2, count: 7, value: 420 };
const dated = (text: string, exif = [date, offset]) => readExif(block(true, [toExif], exif, text)).capturedAt;

test("orientation and capture time are read in both byte orders", () => {
  for (const little of [true, false]) {
    const turned: Entry = { tag: 0x0112, type: 3, count: 1, value: 6 };
    expect(
      readExif(block(little, [turned, toExif], [date, offset], "2026:03:14 09:26:53\0-05:30\0")),
    ).toEqual({
      orientation: 6,
      capturedAt: new Date("2026-03-14T14:56:53Z"),
      place: null,
    });
  }
});

test("a photo's clock and its offset are read apart", () => {
  const clock = (text: string, exif = [date, offset]) => readPhotoExif(block(true, [toExif], exif, text));
  expect(clock("2026:03:14 09:26:53\0-05:30\0")).toEqual({
    wallTime: "2026-03-14T09:26:53",
    offset: -330,
    heading: null,
  });
  expect(clock("2026:03:14 09:26:53\0", [date])).toMatchObject({
    wallTime: "2026-03-14T09:26:53",
    offset: null,
  });
  for (const broken of [null, new Uint8Array(4), block(true, [toExif], [date], "0000:00:00 00:00:00\0")])
    expect(readPhotoExif(broken)).toEqual({ wallTime: null, offset: null, heading: null });
});

/** A TIFF block whose GPS directory contains these angles (in degrees, minutes, seconds), letters and altitude. */
function placed(
  little: boolean,
  {
    lat,
    lon,
    ns,
    ew,
    height,
    isBelow = false,
    accuracy,
  }: {
    lat: [number, number][];
    lon: [number, number][];
    ns: string;
    ew: string;
    height?: [number, number];
    isBelow?: boolean;
    accuracy?: [number, number];
  },
) {
  const toGps: Entry = { tag: 0x8825, type: 4, count: 1, value: 200 };
  const bytes = block(little, [toGps], [], "");
  const view = new DataView(bytes.buffer);
  const entries: [tag: number, type: number, count: number][] = [
    [1, 2, 2],
    [2, 5, 3],
    [3, 2, 2],
    [4, 5, 3],
    [5, 1, 1],
    [6, 5, 1],
    [0x1f, 5, 1],
  ];
  view.setUint16(200, entries.length, little);
  for (const [index, [tag, type, count]] of entries.entries()) {
    const at = 202 + index * 12;
    view.setUint16(at, tag, little);
    view.setUint16(at + 2, type, little);
    view.setUint32(at + 4, count, little);
    if (tag === 1 || tag === 3) view.setUint8(at + 8, (tag === 1 ? ns : ew).charCodeAt(0));
    else if (tag === 5) view.setUint8(at + 8, isBelow ? 1 : 0);
    else view.setUint32(at + 8, tag === 0x1f ? 760 : 500 + tag * 40, little);
  }
  const fractions = (at: number, list: [number, number][]) => {
    for (const [index, [over, under]] of list.entries()) {
      view.setUint32(at + index * 8, over, little);
      view.setUint32(at + index * 8 + 4, under, little);
    }
  };
  fractions(580, lat);
  fractions(660, lon);
  fractions(740, height === undefined ? [[0, 0]] : [height]);
  fractions(760, accuracy === undefined ? [[0, 0]] : [accuracy]);
  return readExif(bytes).place;
}

test("the location is read in both byte orders, south and west negative, below the sea, too", () => {
  const lat: [number, number][] = [
    [25, 1],
    [11, 1],
    [4992, 100],
  ];
  const lon: [number, number][] = [
    [55, 1],
    [16, 1],
    [2712, 100],
  ];
  for (const little of [true, false]) {
    const place = placed(little, { lat, lon, ns: "N", ew: "E", height: [1234, 100] });
    expect(place?.latitude).toBeCloseTo(25.1972, 6);
    expect(place?.longitude).toBeCloseTo(55.2742, 6);
    expect(place?.altitude).toBe(12.34);
    const exact = placed(little, { lat, lon, ns: "N", ew: "E", accuracy: [45, 10] });
    expect([place?.accuracy, exact?.accuracy]).toEqual([null, 4.5]);
  }
  const south = placed(true, { lat, lon, ns: "S", ew: "W", height: [3, 1], isBelow: true });
  expect(south?.latitude).toBeCloseTo(-25.1972, 6);
  expect(south?.longitude).toBeCloseTo(-55.2742, 6);
  expect(south?.altitude).toBe(-3);
});

test("a location without a fix, a letter, a divisor, or out of range is null; one without altitude has none", () => {
  const some: [number, number][] = [
    [25, 1],
    [0, 1],
    [0, 1],
  ];
  const zero: [number, number][] = [
    [0, 1],
    [0, 1],
    [0, 1],
  ];
  expect(placed(true, { lat: zero, lon: zero, ns: "N", ew: "E" })).toBeNull();
  expect(placed(true, { lat: some, lon: some, ns: "\0", ew: "E" })).toBeNull();
  expect(
    placed(true, {
      lat: [
        [25, 0],
        [0, 1],
        [0, 1],
      ],
      lon: some,
      ns: "N",
      ew: "E",
    }),
  ).toBeNull();
  expect(
    placed(true, {
      lat: [
        [91, 1],
        [0, 1],
        [0, 1],
      ],
      lon: some,
      ns: "N",
      ew: "E",
    }),
  ).toBeNull();
  expect(
    placed(true, {
      lat: some,
      lon: [
        [181, 1],
        [0, 1],
        [0, 1],
      ],
      ns: "N",
      ew: "E",
    }),
  ).toBeNull();
  expect(placed(true, { lat: some, lon: some, ns: "N", ew: "E" })).toEqual({
    latitude: 25,
    longitude: 25,
    altitude: null,
    accuracy: null,
  });
});

test("without an offset, or with an invalid one, the camera's clock is taken as UTC", () => {
  expect(dated("2026:03:14 09:26:53\0", [date])).toEqual(new Date("2026-03-14T09:26:53Z"));
  expect(dated("2026:03:14 09:26:53\0+99:99\0")).toEqual(new Date("2026-03-14T09:26:53Z"));
});

test("an unset clock and a day that does not exist yield no date", () => {
  for (const text of [
    "0000:00:00 00:00:00\0",
    "1970:01:01 00:00:00\0",
    "2026:02:30 10:00:00\0",
    "    :  :     :  :  \0",
  ]) {
    expect(dated(text)).toBeNull();
  }
  expect(dated("2026:13:01 10:00:00\0")).toBeNull();
  expect(dated("2026:01:01 24:61:00\0")).toBeNull();
});

test("an invalid orientation is upright", () => {
  const odd: Entry = { tag: 0x0112, type: 3, count: 1, value: 77 };
  expect(readExif(block(true, [odd], [], "")).orientation).toBe(1);
  expect(readExif(null)).toEqual({ orientation: 1, capturedAt: null, place: null });
});

test("directories that point at themselves, past the end or at nothing are absent", () => {
  const entry = (value: number): Entry => ({ tag: 0x8769, type: 4, count: 1, value });
  for (const value of [0, 8, 999, 0x7fff_ffff, 0xffff_ffff]) {
    expect(readExif(block(true, [entry(value)], [], "")).capturedAt).toBeNull();
  }
  const far: Entry = { tag: 0x9003, type: 2, count: 0xffff_ffff, value: 0xffff_fff0 };
  expect(readExif(block(true, [toExif], [far], "")).capturedAt).toBeNull();
});

test("no block of bytes, altered or truncated, makes the reader throw", () => {
  const good = block(true, [toExif], [date, offset], "2026:03:14 09:26:53\0+03:00\0");
  const torn = fc
    .tuple(fc.array(fc.tuple(fc.nat(430), fc.nat(255)), { maxLength: 12 }), fc.nat(500))
    .map(([changes, length]) => {
      const bytes = good.slice();
      for (const [at, value] of changes) bytes[at] = value;
      return bytes.subarray(0, length);
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), torn), (bytes) => {
      const { orientation, capturedAt } = readExif(bytes);
      expect(orientation).toBeGreaterThanOrEqual(1);
      expect(orientation).toBeLessThanOrEqual(8);
      expect(capturedAt === null || !Number.isNaN(capturedAt.getTime())).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("north is opposite to the heading, as an attribute or as an element", () => {
  const attribute = (value: string) =>
    readNorth(`<rdf:Description GPano:PoseHeadingDegrees="${value}" x="1"/>`);
  expect(attribute("0")).toBe(0);
  expect(attribute("90")).toBe(-90);
  expect(attribute("270")).toBe(90);
  expect(attribute("359.5")).toBeCloseTo(0.5);
  expect(readNorth("<GPano:PoseHeadingDegrees>45.25</GPano:PoseHeadingDegrees>")).toBe(-45.25);
  for (const nothing of [null, "", "<x/>"]) expect(readNorth(nothing)).toBeNull();
  expect(attribute("north")).toBeNull();
  expect(attribute("1e9")).toBeNull();
});

test("north stays between -180 and 180 for every heading", () => {
  fc.assert(
    fc.property(fc.integer({ min: -999, max: 999 }), (heading) => {
      const north = readNorth(`GPano:PoseHeadingDegrees="${heading}"`) ?? Number.NaN;
      expect(north).toBeGreaterThanOrEqual(-180);
      expect(north).toBeLessThanOrEqual(180);
      expect(Math.cos(((north + heading) * Math.PI) / 180)).toBeCloseTo(1);
    }),
  );
});
