import { useMemo } from "react";
import type { Coverage } from "#contract/coverage.ts";
import type { Act } from "#web/lib/outbox/act.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { isSkipPayload } from "#web/shell/outbox/coverage-acts.ts";

export interface WithSkips {
  /** The coverage with the spots of today's waiting skips as skipped. */
  readonly coverage: Coverage;
  /** GUIDs of skips that wait on this device, by their spots. */
  readonly waiting: ReadonlyMap<number, string>;
}

/** Adds skips that wait on this device to the coverage that was loaded. */
export function withSkips(coverage: Coverage, acts: readonly Act[]): WithSkips {
  const waiting = new Map<number, Act>();
  for (const act of acts)
    if (act.kind === "spot_skip" && act.state === "waiting" && isSkipPayload(act.payload))
      waiting.set(act.payload.spot, act);
  if (waiting.size === 0) return { coverage, waiting: new Map() };
  const spots = coverage.spots.map((spot) => {
    const act = waiting.get(spot.id);
    if (act === undefined || !isSkipPayload(act.payload) || spot.skip !== null) return spot;
    const { reason } = act.payload;
    return { ...spot, skip: { day: coverage.today, reason, at: act.capturedAt, person: null, is_own: true } };
  });
  return {
    coverage: { ...coverage, spots },
    waiting: new Map([...waiting].map(([spot, { guid }]) => [spot, guid])),
  };
}

export function useWithSkips(coverage: Coverage, project: number): WithSkips {
  const acts = useWaitingActs();
  return useMemo(
    () =>
      withSkips(
        coverage,
        acts.filter((act) => act.project === project),
      ),
    [coverage, acts, project],
  );
}
