import { describe, expect, it } from "vitest";
import { checkVisitDate, toMinute } from "./visit-date.ts";

const now = new Date("2026-11-20T12:00:00Z");
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

describe("the date of a visit", () => {
  it("is required", () => {
    expect(checkVisitDate(null, now)).toBe("visits.date_required");
  });

  it("must be readable", () => {
    expect(checkVisitDate(new Date("soon"), now)).toBe("visits.date_invalid");
  });

  it("may be now, in the past, or ahead within the clock tolerance", () => {
    expect(checkVisitDate(now, now)).toBeNull();
    expect(checkVisitDate(new Date("1999-01-01"), now)).toBeNull();
    expect(checkVisitDate(after(120_000), now)).toBeNull();
  });

  it("cannot be in the future", () => {
    expect(checkVisitDate(after(120_001), now)).toBe("visits.date_future");
  });

  it("is written with seconds :00", () => {
    expect(toMinute(new Date("2026-11-20T14:05:59.999Z")).toISOString()).toBe("2026-11-20T14:05:00.000Z");
  });
});
