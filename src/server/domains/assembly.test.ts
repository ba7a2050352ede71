import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { assertWorkers } from "#server/platform/jobs/work.ts";
import { assemble, assertComplete } from "./assembly.ts";

const answer = () => Promise.resolve({});
const sample = () => ({});

describe("assembling domains", () => {
  it("passes earlier offers to later modules and keeps declarations in order", async () => {
    const cleared: string[] = [];
    const clear = (what: string) => async () => void cleared.push(what);
    const { services, declared } = assemble({ floor: 1 })
      .with(() => ({ offers: { wood: "oak" }, sweeps: [clear("leaves")] }))
      .with(({ wood, floor }) => ({
        offers: { door: `${wood} on ${floor}` },
        sweeps: [clear("dust")],
        claims: { plans: [sql`true`] },
      }));
    expect(services.door).toBe("oak on 1");
    for (const sweep of declared.sweeps) await sweep();
    expect(cleared).toEqual(["leaves", "dust"]);
    expect(declared.claims.plans).toHaveLength(1);
  });

  it("rejects two handlers for one call and two offers of one name", () => {
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
  ])("rejects calls without a handler or a sample: %#", (declared, refusal) => {
    expect(() => assertComplete({ "GET /api/a": {} }, { notices: [], ...declared })).toThrow(refusal);
  });

  it("rejects notifications without texts", () => {
    const notices = [{ name: "dust_found", kind: "snag", type: "info", isMailed: false } as const];
    expect(() => assertComplete({}, { handlers: {}, samples: {}, notices })).toThrow('No words in "en"');
  });

  it("rejects jobs without a worker", () => {
    const [done, idle] = [{ name: "a.done" }, { name: "a.idle" }];
    const workers = [{ job: "a.done" }];
    expect(() => assertWorkers([done], workers)).not.toThrow();
    expect(() => assertWorkers([done, idle], workers)).toThrow('No worker for the job "a.idle".');
  });
});
