import { describe, expect, it } from "vitest";
import { aSummary } from "#web/testing/records.ts";
import { aPlan } from "../testing.ts";
import { overOf, type Step, stepTo } from "./steps.ts";

const small = aPlan({ id_plan: 1, name: "Small", price: 1000 });
const equal = aPlan({ id_plan: 2, name: "Equal", price: 1000 });
const large = aPlan({ id_plan: 3, name: "Large", price: 5000 });
const yearly = aPlan({ id_plan: 4, name: "Yearly", price: 50_000, interval: "year" });
const guarded = aPlan({ id_plan: 5, name: "Guarded", price: 9000, needs_approval: true });
const having = { plan: { id_plan: 1, name: "Small" } };

describe("selecting a plan", () => {
  const on = (but = {}) => aSummary({ ...having, ...but });
  it.each<[string, Step, Step]>([
    ["begins the first one", stepTo(small, null, aSummary(), false), "first"],
    ["that costs more holds at once", stepTo(large, small, on(), false), "now"],
    ["that costs the same holds at once", stepTo(equal, small, on(), false), "now"],
    [
      "that costs less waits for the cycle",
      stepTo(small, large, aSummary({ plan: { id_plan: 3, name: "Large" } }), false),
      "later",
    ],
    ["of another interval waits for the cycle", stepTo(yearly, small, on(), false), "later"],
    ["that needs a word asks for it", stepTo(guarded, small, on(), false), "ask"],
    ["that needs a word, as a super admin, asks nobody", stepTo(guarded, small, on(), true), "now"],
    ["one has changes nothing", stepTo(small, small, on(), false), "none"],
    [
      "one has takes a waiting change back",
      stepTo(small, small, on({ next_plan: { id_plan: 2, name: "Equal", from: "2026-12-01" } }), false),
      "keep",
    ],
    [
      "one has takes an end back",
      stepTo(small, small, on({ next_plan: { id_plan: null, name: "", from: "2026-12-01" } }), false),
      "keep",
    ],
    [
      "that is to come already changes nothing",
      stepTo(large, small, on({ next_plan: { id_plan: 3, name: "Large", from: "2026-12-01" } }), false),
      "none",
    ],
    [
      "that was asked for already changes nothing",
      stepTo(guarded, small, on({ requested_plan: { id_plan: 5, name: "Guarded" } }), false),
      "none",
    ],
  ])("%s", (_, step, expected) => {
    expect(step).toBe(expected);
  });

  it("reports usage above the limits, except monthly limits, which reset", () => {
    const plan = aPlan({ n_projects: 2, n_projects_month: 0, n_virtual_tours: 4, n_cameras: 1 });
    const usage = { n_projects: 3, n_projects_month: 1, n_virtual_tours: 4, n_cameras: 2, n_channels: 9 };
    expect(overOf(plan, usage)).toEqual(["n_projects", "n_cameras"]);
  });
});
