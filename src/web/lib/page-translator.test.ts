import { describe, expect, it } from "vitest";
import { createPageTranslator } from "./page-translator.ts";

describe("dates of the page translator (without React)", () => {
  it("are written as in the rest of the product", () => {
    expect(createPageTranslator("en", {}).shortDate("2026-11-20T12:00:00Z")).toBe("20 Nov 2026");
    expect(createPageTranslator("ar", {}).shortDate("2026-11-20T12:00:00Z")).toBe("20 نوفمبر 2026");
    expect(createPageTranslator("en", {}).shortDate("soon")).toBe("");
  });

  it("keep a calendar day in every time zone of the reader", () => {
    const before = process.env["TZ"];
    try {
      for (const zone of ["America/Los_Angeles", "Asia/Dubai", "Pacific/Auckland"]) {
        process.env["TZ"] = zone;
        expect(createPageTranslator("en", {}).day("2026-12-04"), zone).toBe("4 Dec 2026");
        expect(createPageTranslator("ar", {}).day("2026-12-04"), zone).toBe("4 ديسمبر 2026");
      }
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });
});

it("A count of the page translator has separators of thousands", () => {
  const texts = { rooms_one: "{{count}} room", rooms_other: "{{count}} rooms" };
  const { count } = createPageTranslator<"rooms_other">("en", texts);
  expect([1, 999, 12_345].map((rooms) => count("rooms", rooms))).toEqual([
    "1 room",
    "999 rooms",
    "12,345 rooms",
  ]);
});
