import { describe, expect, it } from "vitest";
import { createSpeaker } from "./speaker.ts";

describe("dates in the words of a page without React", () => {
  it("are written as in the rest of the product", () => {
    expect(createSpeaker("en", {}).shortDate("2026-11-20T12:00:00Z")).toBe("20 Nov 2026");
    expect(createSpeaker("ar", {}).shortDate("2026-11-20T12:00:00Z")).toBe("20 نوفمبر 2026");
    expect(createSpeaker("en", {}).shortDate("soon")).toBe("");
  });

  it("keep a day of the calendar, wherever the reader is", () => {
    const before = process.env["TZ"];
    try {
      for (const zone of ["America/Los_Angeles", "Asia/Dubai", "Pacific/Auckland"]) {
        process.env["TZ"] = zone;
        expect(createSpeaker("en", {}).day("2026-12-04"), zone).toBe("4 Dec 2026");
        expect(createSpeaker("ar", {}).day("2026-12-04"), zone).toBe("4 ديسمبر 2026");
      }
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });
});
