import { describe, expect, test } from "vitest";
import { deadlineOf, dueDate, isHeldUp } from "./deadline.ts";

/** An invoice whose last covered day is this. */
const ending = (last: string, extended_to: string | null = null) => ({
  billing_end: new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10),
  extended_to,
});

describe("the payment deadline", () => {
  test.each([
    ["2026-01-31", "2026-02-28"],
    ["2028-01-31", "2028-02-29"],
    ["2026-02-28", "2026-03-28"],
    ["2026-03-31", "2026-04-30"],
    ["2026-12-31", "2027-01-31"],
    ["2026-05-14", "2026-06-14"],
  ])("of an invoice up to %s is %s", (last, expected) => {
    expect(dueDate(ending(last))).toBe(expected);
  });

  test("is a month after the later end of two unpaid invoices", () => {
    expect(deadlineOf([ending("2026-03-31"), ending("2026-02-28")])).toBe("2026-04-30");
    expect(deadlineOf([])).toBeNull();
  });

  test("is the granted day where that is later, and never an earlier one", () => {
    expect(dueDate(ending("2026-03-31", "2026-05-20"))).toBe("2026-05-20");
    expect(dueDate(ending("2026-03-31", "2026-04-02"))).toBe("2026-04-30");
    expect(deadlineOf([ending("2026-01-31", "2026-06-01"), ending("2026-03-31")])).toBe("2026-06-01");
  });

  test("restricts a customer from the day after it, and never an administrator", () => {
    const customer = { role: "user", payment_deadline: "2026-04-30" } as const;
    expect(isHeldUp(customer, "2026-04-30")).toBe(false);
    expect(isHeldUp(customer, "2026-05-01")).toBe(true);
    expect(isHeldUp({ ...customer, payment_deadline: null }, "2026-05-01")).toBe(false);
    for (const role of ["administrator", "super_admin"] as const)
      expect(isHeldUp({ ...customer, role }, "2026-05-01")).toBe(false);
  });
});
