import { expect, it } from "vitest";
import type { Coverage } from "#contract/coverage.ts";
import { readAct } from "#web/lib/outbox/act.ts";
import { withSkips } from "./waiting-skips.ts";

const spot = (id: number) => ({ id, name: `Spot ${id}`, skip: null }) as Coverage["spots"][number];
const coverage = { today: "2026-03-18", spots: [spot(1), spot(2)] } as unknown as Coverage;
const act = (change: object) =>
  readAct({
    guid: "g",
    kind: "spot_skip",
    user: 1,
    payload: { spot: 2, name: "Spot 2", reason: "Scaffold" },
    capturedAt: "2026-03-18T08:00:00.000Z",
    ...change,
  });

it("shows a spot as skipped while its skip waits, with the GUID by which it can be undone", () => {
  const waits = act({});
  const { coverage: shown, waiting } = withSkips(coverage, waits === null ? [] : [waits]);
  expect(shown.spots.map(({ skip }) => skip?.reason ?? null)).toEqual([null, "Scaffold"]);
  expect([...waiting]).toEqual([[2, "g"]]);
});

it("leaves out what was refused, and what another version stored", () => {
  for (const change of [{ state: "refused" }, { payload: { place: 2 } }]) {
    const waits = act(change);
    expect(withSkips(coverage, waits === null ? [] : [waits]).coverage).toBe(coverage);
  }
});
