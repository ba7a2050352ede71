import fc from "fast-check";
import { expect, test } from "vitest";
import { likeness, type WalkRoom } from "./match-evidence.ts";
import { matchWalks } from "./match-walks.ts";

type Facts = Partial<WalkRoom>;

/** A visit with camera file names, a picture every two minutes. */
function walk(id_visit: number, rooms: readonly Facts[]): WalkRoom[] {
  return rooms.map((facts, at) => ({
    id_room: id_visit * 100 + at,
    id_visit,
    name: `IMG_2026_00${at}`,
    is_named: facts.name !== undefined,
    file_name: "",
    position: at,
    id_spot: null,
    id_sheet: null,
    x: null,
    y: null,
    width_metres: null,
    ratio: null,
    denied: [],
    captured_at: new Date(Date.UTC(2026, id_visit, 8, 9, at * 2)),
    latitude: null,
    longitude: null,
    gps_accuracy: null,
    alike: [],
    ...facts,
  }));
}
const plain = (count: number): Facts[] => Array.from({ length: count }, () => ({}));
const none = new Map<number, number>();
const pairs = (here: WalkRoom[], there: WalkRoom[], known = none) =>
  matchWalks(here, there, known).map(({ id_room, id_other }) => [id_room % 100, id_other % 100]);
const same = (count: number) => Array.from({ length: count }, (_, at) => [at, at]);

test("pairs two visits of the same length with camera names room by room, as likely", () => {
  const found = matchWalks(walk(1, plain(8)), walk(2, plain(8)), none);
  expect(found.map(({ id_room, id_other }) => [id_room % 100, id_other % 100])).toEqual(same(8));
  expect(new Set(found.map(({ confidence }) => confidence))).toEqual(new Set(["medium"]));
  expect(found[3]?.reasons).toEqual(["order", "time"]);
});

test("detects a skipped picture by the pause in the visit", () => {
  const times = [0, 2, 4, 8, 10, 12];
  const gap = walk(
    2,
    times.map((minute) => ({ captured_at: new Date(Date.UTC(2026, 2, 8, 9, minute)) })),
  );
  expect(pairs(walk(1, plain(7)), gap)).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [4, 3],
    [5, 4],
    [6, 5],
  ]);
});

test("pairs rooms whose photos surely look alike, whatever the order, and expects the rest between them", () => {
  const there = walk(2, plain(5));
  const like = (at: number, confidence = 0.9) => ({ alike: [{ id_room: 200 + at, confidence }] });
  const here = walk(1, [{}, like(4), {}, {}, like(0)]);
  const found = matchWalks(here, there, none);
  const sure = found.filter(({ reasons }) => reasons.includes("look"));
  expect(sure.map(({ id_room, id_other }) => [id_room % 100, id_other % 100])).toEqual([
    [1, 4],
    [4, 0],
  ]);
  expect(new Set(sure.map(({ confidence }) => confidence))).toEqual(new Set(["high"]));
  expect(new Set(found.map(({ id_other }) => id_other)).size).toBe(found.length);
  // The other visit was compared with this one.
  const other = walk(2, [{}, { alike: [{ id_room: 102, confidence: 0.9 }] }, {}]);
  expect(pairs(walk(1, plain(3)), other)).toContainEqual([2, 1]);
  // A user said that they differ.
  expect(pairs(walk(1, [{ ...like(1), denied: [2] }]), walk(2, plain(2)))).toEqual([]);
  // Outlines alone decide nothing: the order counts.
  expect(pairs(walk(1, [like(2, 0.4), {}, {}]), walk(2, plain(3)))).toEqual(same(3));
});

test("weighs similar names above the order, and keeps different ones apart", () => {
  const here = walk(1, [{ name: "Kitchen" }, { name: "Living hall" }, { name: "Bathroom" }]);
  const there = walk(2, [
    { name: "Terrace" },
    { name: "Kitchen, ground floor" },
    { name: "Living hall west" },
  ]);
  const found = matchWalks(here, there, none);
  expect(found.map(({ id_room, id_other }) => [id_room % 100, id_other % 100])).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(found[0]).toMatchObject({ confidence: "high", reasons: expect.arrayContaining(["name"]) });
});

test("rules out another floor and distant rooms by the floor plan, and decides for near ones", () => {
  const on = (id_sheet: number, x: number): Facts => ({ id_sheet, x, y: 0.5, width_metres: 50, ratio: 1 });
  const here = walk(1, [on(1, 0.1), on(1, 0.5)]);
  expect(pairs(here, walk(2, [on(2, 0.1), on(2, 0.5)]))).toEqual([]);
  expect(pairs(here, walk(2, [on(1, 0.9), on(1, 0.52)]))).toEqual([[1, 1]]);
});

test("weighs exact coordinates high, a phone's low, and cannot distinguish the floor above", () => {
  const at = (metres: number, gps_accuracy: number | null): Facts => ({
    latitude: 25 + metres / 111_320,
    longitude: 55,
    gps_accuracy,
  });
  // The second visit started at the other end.
  const exact = walk(1, [at(0, 1), at(20, 1), at(40, 1), at(60, 1)]);
  const found = matchWalks(exact, walk(2, [at(61, 1), at(41, 1), at(21, 1), at(1, 1)]), none);
  expect(found.map(({ id_room, id_other }) => [id_room % 100, id_other % 100])).toEqual([
    [0, 3],
    [1, 2],
    [2, 1],
    [3, 0],
  ]);
  expect(found[0]).toMatchObject({ confidence: "high", reasons: expect.arrayContaining(["gps"]) });
  const rough = matchWalks(walk(1, [at(0, 15), at(8, 15)]), walk(2, [at(8, 15), at(0, 15)]), none);
  expect(rough.map(({ id_room, id_other }) => [id_room % 100, id_other % 100])).toEqual(same(2));
  expect(pairs(walk(1, [at(0, 5)]), walk(2, [at(200, 5)]))).toEqual([]);
});

test("does not propose known pairs, and expects the rest between them", () => {
  const [here, there] = [walk(1, plain(6)), walk(2, plain(4))];
  const timeless = (rooms: WalkRoom[]) => rooms.map((room) => ({ ...room, captured_at: null }));
  const known = new Map([[103, 201]]);
  expect(pairs(timeless(here), timeless(there), known)).toEqual([
    [2, 0],
    [4, 2],
    [5, 3],
  ]);
});

test("does not propose pairs that a user denied", () => {
  const here = walk(1, [{}, { denied: [2] }, {}]);
  expect(pairs(here, walk(2, plain(3)))).toEqual([
    [0, 0],
    [2, 2],
  ]);
});

test("proposes no room twice, whatever is known", () => {
  const facts = fc.record({
    captured_at: fc.option(
      fc.date({ min: new Date("2026-01-01"), max: new Date("2026-02-01"), noInvalidDate: true }),
    ),
    gps_accuracy: fc.option(fc.double({ min: 0.5, max: 50, noNaN: true })),
    latitude: fc.option(fc.double({ min: 25, max: 25.001, noNaN: true })),
    longitude: fc.constant(55),
  });
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 12 }), fc.array(facts, { maxLength: 12 }), (a, b) => {
      const found = matchWalks(walk(1, a), walk(2, b), none);
      expect(new Set(found.map(({ id_room }) => id_room)).size).toBe(found.length);
      expect(new Set(found.map(({ id_other }) => id_other)).size).toBe(found.length);
    }),
  );
});

test("compares names by their common letters", () => {
  expect(likeness("kitchen", "kitchen")).toBe(1);
  expect(likeness("living hall", "living-hall")).toBe(1);
  expect(likeness("kitchen", "kitchen, ground floor")).toBe(0.8);
  expect(likeness("kitchen", "roof")).toBe(0);
});
