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
