import { describe, expect, it } from "vitest";
import { createFormatter } from "./format.ts";

const english = createFormatter("en");
const arabic = createFormatter("ar");
const noon = new Date(2026, 10, 20, 14, 5);

/** Arabic texts contain direction marks, which are not compared. */
const bare = (text: string) => text.replaceAll(/[\u200e\u200f\u061c]/g, "").replaceAll("\u00a0", " ");

describe("dates and numbers", () => {
  it("are Gregorian, day first, with 24 hours in English", () => {
    expect(english.date(noon)).toBe("20 Nov 2026");
    expect(english.date(noon, "moment")).toBe("20 Nov 2026, 14:05");
  });

  it("are Gregorian with Western digits in Arabic", () => {
    expect(bare(arabic.date(noon, "long"))).toBe("20 نوفمبر 2026");
    expect(bare(arabic.date(noon, "time"))).toBe("14:05");
    expect(arabic.number(12480.5)).toBe("12,480.5");
    expect(bare(arabic.bytes(20 * 1024 * 1024))).toBe("20 ميغابايت");
  });

  it("are numbers with separators from a thousand on, alike in both languages below", () => {
    const written = [0, 7, 999, 1000, 12_480, -5, 2.5].map((value) => english.number(value));
    expect(written).toEqual(["0", "7", "999", "1,000", "12,480", "-5", "2.5"]);
    for (const value of [0, 7, 42, 999])
      expect(arabic.number(value)).toBe(new Intl.NumberFormat("ar-u-nu-latn").format(value));
    expect(english.number(5, { minimumFractionDigits: 1 })).toBe("5.0");
  });

  it("follow the device into another time zone", () => {
    const before = process.env["TZ"];
    try {
      const times = ["Asia/Qatar", "America/Lima"].map((zone) => {
        process.env["TZ"] = zone;
        return english.date("2026-11-20T14:05:00Z", "moment");
      });
      expect(times).toEqual(["20 Nov 2026, 17:05", "20 Nov 2026, 09:05"]);
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });

  it("give relative times in the largest fitting unit", () => {
    const after = (seconds: number) => english.ago(noon, new Date(noon.getTime() + seconds * 1000));
    expect([30, 90, 7200, 3 * 86_400, 40 * 86_400].map(after)).toEqual([
      "now",
      "1 minute ago",
      "2 hours ago",
      "3 days ago",
      "last month",
    ]);
  });

  it("are empty for an invalid date", () => {
    expect(english.date("yesterday-ish")).toBe("");
    expect(english.ago("")).toBe("");
  });

  it("format bytes with the same base as the limits", () => {
    expect([1, 1536, 20 * 1024 * 1024].map((count) => english.bytes(count))).toEqual([
      "1 byte",
      "1.5 kB",
      "20 MB",
    ]);
  });
});
