import type { CoveragePlan, CoverageSpot } from "#contract/coverage.ts";
import type { ProjectPhoto, SpotRow } from "#server/domains/work/coverage/coverage.repository.ts";
import { judgeSpots } from "#server/domains/work/coverage/coverage.state.ts";
import { seeded } from "#test/chaos/random.ts";
import { checklistOf } from "#web/features/work/coverage/checklist-order.ts";

export const SPOTS = 2000;
export const PHOTOS = 20_000;
const SHEETS = 10;
const ROUNDS = 21;
const warmUp = 5;
const today = "2026-03-18";

const plan: CoveragePlan = {
  is_on: true,
  rhythm: { kind: "days", days: 3 },
  weekend: [5, 6],
  pauses: [
    { from: "2026-01-01", to: "2026-01-05", reason: "New year" },
    { from: "2026-03-10", to: "2026-03-12", reason: "Storm" },
  ],
  time_zone: "Asia/Riyadh",
  alert_days: 3,
  version: 1,
};

const random = seeded(7);
const at = (n: number) => ({
  id_sheet: 1 + (n % SHEETS),
  x: random(),
  y: random(),
  width_metres: 60,
  ratio: 0.7,
});

const spots: readonly SpotRow[] = Array.from({ length: SPOTS }, (_, n) => ({
  ...at(n),
  id: n + 1,
  name: `Spot ${n + 1}`,
  id_room: null,
  id_spot: null,
  rhythm: n % 7 === 0 ? ({ kind: "weekdays", weekdays: [0, 3] } as const) : null,
  is_on: n % 50 !== 0,
  since: "2026-01-06",
}));

/** Of the last hundred days, the newest first. */
const photos: readonly ProjectPhoto[] = Array.from({ length: PHOTOS }, (_, n) => ({
  ...at(n),
  id_room: n + 1,
  id_spot: null,
  name: `R${n}`,
  is_named: false,
  day: new Date(Date.parse(today) - Math.floor((n * 100) / PHOTOS) * 86_400_000).toISOString().slice(0, 10),
  id_visit: 1 + Math.floor(n / 200),
  visit_code: "code",
  position: n,
}));

/** Milliseconds of each round, after some that compile the code. */
function timesOf(work: () => unknown): number[] {
  for (let n = 0; n < warmUp; n += 1) work();
  return Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
}

/** Times of the coverage of a project on the server, and of its checklist on a phone. */
export function measureSpots() {
  const judged = judgeSpots(plan, spots, photos, today);
  const floors = Array.from({ length: SHEETS }, (_, n) => ({
    id: n + 1,
    name: `Level ${n}`,
    floor: `${n}`,
    width: 2000,
    height: 1400,
  }));
  const wired = judged.map(
    ({ id, name, id_sheet, x, y, rhythm, is_on, overdue_days, photo }): CoverageSpot => ({
      id,
      name,
      id_sheet,
      x,
      y,
      rhythm,
      is_on,
      overdue_days,
      // All of them, the longest checklist there can be.
      state: "due",
      due: today,
      last_seen: photo?.day === today ? null : (photo?.day ?? null),
      photo: null,
      skip: null,
    }),
  );
  return {
    judged: timesOf(() => judgeSpots(plan, spots, photos, today)),
    walked: timesOf(() => checklistOf({ spots: wired, today }, floors, 1)),
  };
}
