import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, cycleOf, dayOf, daysBetween, roundHalf } from "../plans/cycles.ts";
import { type Charges, linesOf, type Segment, totalsOf } from "./charges.ts";

const price = fc.integer({ min: 0, max: 10_000_000 });
const day = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
  .map(dayOf);

/** A cycle split into spans of plans by days, as changes split it; other charges. */
const billed = fc
  .record({
    anchor: day,
    interval: fc.constantFrom("month" as const, "year" as const),
    n: fc.nat(30),
    cuts: fc.array(fc.nat(400), { maxLength: 5 }),
    plans: fc.array(fc.record({ price, channel_price: price }), { minLength: 6, maxLength: 6 }),
    projects: fc.array(price, { maxLength: 8 }),
    channels: fc.nat(5),
  })
  .map(({ anchor, interval, n, cuts, plans, projects, channels }) => {
    const cycle = cycleOf(anchor, interval, n);
    const days = daysBetween(cycle.start, cycle.end);
    const edges = [...new Set([0, ...cuts.map((cut) => cut % days), days])].toSorted((a, b) => a - b);
    const segments = edges.slice(0, -1).map((from, at): Segment => {
      const until = edges[at + 1] ?? days;
      return {
        plan_name: `Plan ${at}`,
        price: plans[at]?.price ?? 0,
        channel_price: plans[at]?.channel_price ?? 0,
        // The first began before this cycle, and the last continues.
        from_day: at === 0 ? addDays(cycle.start, -40) : addDays(cycle.start, from),
        to_day: until === days ? null : addDays(cycle.start, until),
      };
    });
    const charges: Charges = {
      interval,
      segments,
      projects: projects.map((amount, at) => ({
        id_project: at,
        name: `Project ${at}`,
        tier: "",
        price: amount,
      })),
      channels: Array.from({ length: channels }, (_, id) => ({ id, name: "" })),
    };
    return { cycle, days, charges };
  });

describe("the lines of an invoice", () => {
  test("add up to the cost of the cycle, rounded once", () => {
    fc.assert(
      fc.property(billed, fc.integer({ min: 0, max: 10_000 }), ({ cycle, days, charges }, rate) => {
        const lines = linesOf(charges, cycle);
        const { subtotal, tax, total } = totalsOf(lines, rate);
        let exact = 0n;
        for (const segment of charges.segments) {
          const from = segment.from_day > cycle.start ? segment.from_day : cycle.start;
          const held = BigInt(daysBetween(from, segment.to_day ?? cycle.end));
          exact += held * BigInt(segment.price + segment.channel_price * charges.channels.length);
        }
        const months = charges.interval === "year" ? 12n : 1n;
        for (const project of charges.projects) exact += BigInt(project.price) * months * BigInt(days);
        expect(BigInt(subtotal)).toBe(roundHalf(exact, BigInt(days)));
        expect(subtotal).toBe(lines.reduce((all, { amount }) => all + amount, 0));
        expect(total).toBe(subtotal + tax);
        expect(tax).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("charge an unchanged plan its price, in February as in March", () => {
    fc.assert(
      fc.property(day, fc.nat(60), price, (anchor, n, amount) => {
        const segments = [
          { plan_name: "Site", price: amount, channel_price: 0, from_day: anchor, to_day: null },
        ];
        const charges: Charges = { interval: "month", segments, projects: [], channels: [] };
        const cycle = cycleOf(anchor, "month", n);
        expect(linesOf(charges, cycle)).toEqual([
          {
            kind: "plan",
            name: "Site",
            from_day: null,
            to_day: null,
            quantity: 1,
            unit_price: amount,
            amount,
          },
        ]);
      }),
    );
  });

  test("charge a cycle closed early for its days, and leave out lines without cost", () => {
    const charges: Charges = {
      interval: "month",
      segments: [{ plan_name: "Site", price: 3000, channel_price: 0, from_day: "2026-06-01", to_day: null }],
      projects: [
        { id_project: 1, name: "Tower", tier: "Tower", price: 900 },
        { id_project: 2, name: "Shed", tier: "", price: 0 },
      ],
      channels: [{ id: 1, name: "Gate" }],
    };
    const whole = { start: "2026-06-01", end: "2026-07-01" };
    const lines = linesOf(charges, { start: "2026-06-01", end: "2026-06-11" }, whole);
    expect(lines.map(({ kind, name, amount }) => [kind, name, amount])).toEqual([
      ["plan", "Site", 1000],
      ["project", "Tower", 300],
    ]);
    expect(linesOf({ ...charges, interval: "year" }, whole).at(-1)?.amount).toBe(10_800);
  });

  test("list a plan without cost, which its customer has, and neither channels nor projects without one", () => {
    const charges: Charges = {
      interval: "month",
      segments: [{ plan_name: "Trial", price: 0, channel_price: 0, from_day: "2026-06-01", to_day: null }],
      projects: [{ id_project: 1, name: "Shed", tier: "", price: 0 }],
      channels: [{ id: 1, name: "Gate" }],
    };
    const lines = linesOf(charges, { start: "2026-06-01", end: "2026-07-01" });
    expect(lines.map(({ kind, name, amount }) => [kind, name, amount])).toEqual([["plan", "Trial", 0]]);
  });

  test("charge no plan for a day without a plan", () => {
    const segments = [
      { plan_name: "Site", price: 3000, channel_price: 0, from_day: "2026-06-01", to_day: "2026-06-11" },
      { plan_name: "Tower", price: 6000, channel_price: 0, from_day: "2026-06-21", to_day: null },
    ];
    const lines = linesOf(
      { interval: "month", segments, projects: [], channels: [] },
      { start: "2026-06-01", end: "2026-07-01" },
    );
    expect(lines.map(({ from_day, to_day, amount }) => [from_day, to_day, amount])).toEqual([
      ["2026-06-01", "2026-06-11", 1000],
      ["2026-06-21", "2026-07-01", 2000],
    ]);
  });
});
