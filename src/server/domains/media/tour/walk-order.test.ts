import { expect, test } from "vitest";
import { isCounted, walkOrder } from "./walk-order.ts";

const room = (id_room: number, file_name: string, minute: number | null = null) => ({
  id_room,
  name: `Room ${id_room}`,
  file_name,
  position: id_room,
  captured_at: minute === null ? null : new Date(Date.UTC(2026, 3, 8, 9, minute)),
});
const ids = (rooms: readonly { id_room: number }[]) => rooms.map(({ id_room }) => id_room);

test.each([
  "IMG_20260920_001",
  "IMG_20260920_101112_stitched",
  "IMG-20260920-WA0001",
  "IMG_1234.JPG",
  "R0010123",
  "R0010123.JPG",
  "GSAA0042.JPG",
  "GS__0042",
  "GS010042",
  "DSC00417",
  "_DSC0417",
  "DSCF1234 (2)",
  "PXL_20260920_101112345",
  "PXL_20260920_101112345.PANO",
  "P1010001",
  "DJI_0042",
  "20260920_101112",
  "2026-09-20 10.11.12",
  "0042",
  "WhatsApp Image 2026-09-20 at 10.11.12",
])("camera name: %s", (name) => expect(isCounted(name)).toBe(true));

test.each([
  "Kitchen",
  "Room 101",
  "Level 12",
  "Flat 204",
  "01-entrance-hall",
  "Majlis 2",
  "بهو المدخل",
  "Unit 1203 bathroom",
  "Roof",
  "R12",
])("user-given name: %s", (name) => expect(isCounted(name)).toBe(false));

test("a numbered name is a camera name where it equals the file's own", () => {
  expect(isCounted("KAN_0042_L", "KAN_0042_L.jpg")).toBe(true);
  expect(isCounted("Room 101", "R0010123.JPG")).toBe(false);
});

test("sorts rooms by their capture time where all have one", () => {
  const rooms = [room(1, "c.jpg", 30), room(2, "a.jpg", 10), room(3, "b.jpg", 20)];
  expect(ids(walkOrder(rooms, { isSet: false }))).toEqual([2, 3, 1]);
});

test("ignores a time that only some have, or that is the same for all", () => {
  expect(ids(walkOrder([room(1, "Hall.jpg", 30), room(2, "Attic.jpg")], { isSet: false }))).toEqual([1, 2]);
  expect(ids(walkOrder([room(1, "Hall.jpg", 30), room(2, "Attic.jpg", 30)], { isSet: false }))).toEqual([
    1, 2,
  ]);
});

test("sorts rooms without a time by camera numbers, and keeps the list's order for user-given names", () => {
  const numbered = [room(1, "R0010010.JPG"), room(2, "R0010009.JPG"), room(3, "R0010002.JPG")];
  expect(ids(walkOrder(numbered, { isSet: false }))).toEqual([3, 2, 1]);
  const named = [room(1, "Kitchen.jpg"), room(2, "Hall.jpg")];
  expect(ids(walkOrder(named, { isSet: false }))).toEqual([1, 2]);
});

test("prefers a user's order to everything else", () => {
  expect(ids(walkOrder([room(1, "b.jpg", 30), room(2, "a.jpg", 10)], { isSet: true }))).toEqual([1, 2]);
});
