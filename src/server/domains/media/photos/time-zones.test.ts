import { expect, it } from "vitest";
import { dayIn, daysBetween, instantIn, zoneOf } from "./time-zones.ts";

it("reads the clock of a zone in winter, in summer, and in an hour that it skips or repeats", () => {
  const at = (wall: string, zone: string) => instantIn(wall, zone).toISOString();
  expect(at("2026-01-10T12:00:00", "Europe/Berlin")).toBe("2026-01-10T11:00:00.000Z");
  expect(at("2026-07-10T12:00:00", "Europe/Berlin")).toBe("2026-07-10T10:00:00.000Z");
  expect(at("2026-07-10T12:00:00", "Asia/Kolkata")).toBe("2026-07-10T06:30:00.000Z");
  // The clock goes from 02:00 to 03:00.
  expect(["2026-03-29T00:30:00.000Z", "2026-03-29T01:30:00.000Z"]).toContain(
    at("2026-03-29T02:30:00", "Europe/Berlin"),
  );
  // It shows 02:30 twice.
  expect(["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]).toContain(
    at("2026-10-25T02:30:00", "Europe/Berlin"),
  );
});

it("names the day of an instant, and the instants of a range of days", () => {
  const late = new Date("2026-02-01T22:30:00Z");
  expect([dayIn(late, "UTC"), dayIn(late, "Asia/Riyadh")]).toEqual(["2026-02-01", "2026-02-02"]);
  expect(daysBetween({ from: "2026-02-28", to: "2026-02-28" }, "Asia/Riyadh")).toEqual({
    after: new Date("2026-02-27T21:00:00Z"),
    before: new Date("2026-02-28T21:00:00Z"),
  });
  expect(daysBetween({}, "UTC")).toEqual({});
});

it("takes an unknown zone for UTC", () => {
  expect([zoneOf("Asia/Dubai"), zoneOf("No/Where"), zoneOf(undefined)]).toEqual(["Asia/Dubai", "UTC", "UTC"]);
});
