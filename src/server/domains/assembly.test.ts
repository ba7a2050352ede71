import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { assertWorked } from "#server/platform/jobs/work.ts";
import { assemble, assertWhole } from "./assembly.ts";

const answer = () => Promise.resolve({});
const sample = () => ({});

describe("putting domains together", () => {
  it("gives each what was offered before it, and keeps what they do in their order", async () => {
    const cleared: string[] = [];
    const clear = (what: string) => async () => void cleared.push(what);
    const { house, deeds } = assemble({ floor: 1 })
      .with(() => ({ offers: { wood: "oak" }, sweeps: [clear("leaves")] }))
      .with(({ wood, floor }) => ({
        offers: { door: `${wood} on ${floor}` },
        sweeps: [clear("dust")],
        claims: { plans: [sql`true`] },
      }));
    expect(house.door).toBe("oak on 1");
    for (const sweep of deeds.sweeps) await sweep();
    expect(cleared).toEqual(["leaves", "dust"]);
    expect(deeds.claims.plans).toHaveLength(1);
  });

  it("refuses two that answer one call, or offer the same name", () => {
    const one = assemble({}).with(() => ({ handlers: { "GET /api/a": answer }, offers: { wood: 1 } }));
    expect(() => one.with(() => ({ handlers: { "GET /api/a": answer } }))).toThrow(
      'Two domains have handler "GET /api/a".',
    );
    expect(() => one.with(() => ({ offers: { wood: 2 } }))).toThrow('Two domains have offer "wood".');
  });

  it.each([
    [{ handlers: {}, samples: { "GET /api/a": sample } }, "No handler for GET /api/a."],
    [{ handlers: { "GET /api/a": answer }, samples: {} }, "No sample for GET /api/a."],
    [
      {
        handlers: { "GET /api/a": answer, "GET /api/b": answer },
        samples: { "GET /api/a": sample },
      },
      "No call in the contract for the handler of GET /api/b.",
    ],
  ])("refuses to start when a call is not whole: %#", (deeds, refusal) => {
    expect(() => assertWhole({ "GET /api/a": {} }, deeds)).toThrow(refusal);
  });

  it("refuses to start when a job is declared that nobody works on", () => {
    const [done, idle] = [{ name: "a.done" }, { name: "a.idle" }];
    const workers = [{ job: "a.done" }];
    expect(() => assertWorked([done], workers)).not.toThrow();
    expect(() => assertWorked([done, idle], workers)).toThrow('Nobody works on the job "a.idle".');
  });
});
