import { dayNumber, dayText, siteCalendar } from "#contract/coverage.calendar.ts";
import { type SpotState, stateOf } from "#contract/coverage.state.ts";
import type { Coverage, CoveragePlan, CoverageSpot } from "#contract/coverage.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { dayAt } from "#server/platform/site-time.ts";
import {
  type ProjectPhoto,
  photosOf,
  planOf,
  type SkipRow,
  type SpotRow,
  skipsOf,
  spotsOf,
} from "./coverage.repository.ts";
import { newestPhotos } from "./seen-spots.ts";

export interface JudgedSpot extends SpotRow, SpotState {
  readonly photo: ProjectPhoto | undefined;
}

/** Spots and their states on a day, from their photos and the calendar. Reads no clock and no database. */
export function judgeSpots(
  plan: CoveragePlan,
  spots: readonly SpotRow[],
  photos: readonly ProjectPhoto[],
  day: string,
): JudgedSpot[] {
  const calendar = siteCalendar(plan.weekend, plan.pauses);
  const { seen } = newestPhotos(spots, photos);
  const today = dayNumber(day);
  return spots.map((spot) => {
    const photo = seen.get(spot.id);
    const wanted = {
      isOn: plan.is_on && spot.is_on,
      rhythm: spot.rhythm ?? plan.rhythm,
      since: dayNumber(spot.since),
      seen: photo === undefined ? null : dayNumber(photo.day),
    };
    return { ...spot, ...stateOf(wanted, calendar, today), photo };
  });
}

/** The coverage of a project on a day; without one, on its current day. */
export async function loadCoverage(
  db: Database | Trx,
  projectId: number,
  { now, day }: { readonly now: Date; readonly day?: string | undefined },
) {
  const [plan, spots] = await Promise.all([planOf(db, projectId), spotsOf(db, projectId)]);
  const today = dayAt(now, plan.time_zone);
  // Nothing is known of the days to come.
  const at = day === undefined || day > today ? today : day;
  const photos = await photosOf(db, projectId, { zone: plan.time_zone, until: at });
  return { plan, today, day: at, photos, spots: judgeSpots(plan, spots, photos, at) };
}

export type LoadedCoverage = Awaited<ReturnType<typeof loadCoverage>>;

export interface CoverageReader {
  readonly user: SessionUser;
  readonly can: Coverage["can"];
  readonly address: (objectKey: string) => string;
}

function wireSpot(
  spot: JudgedSpot,
  skip: SkipRow | undefined,
  { user, address }: CoverageReader,
): CoverageSpot {
  const { id, name, id_sheet, x, y, rhythm, is_on, state, due, overdue_days, photo } = spot;
  return {
    id,
    name,
    id_sheet,
    x,
    y,
    rhythm,
    is_on,
    state,
    due: due === null ? null : dayText(due),
    overdue_days,
    last_seen: photo?.day ?? null,
    photo: photo === undefined ? null : { id_room: photo.id_room, visit_code: photo.visit_code },
    skip:
      skip === undefined
        ? null
        : {
            day: skip.day,
            reason: skip.reason,
            at: skip.created_at.toISOString(),
            person: skip.person === null ? null : wirePerson(skip.person, address),
            is_own: skip.id_user === user.id,
          },
  };
}

/** Photographed on the day, while wanted. */
export const isDone = (
  { is_on, last_seen }: Pick<CoverageSpot, "is_on" | "last_seen">,
  day: string,
): boolean => is_on && last_seen === day;

export async function wireCoverage(
  db: Database,
  projectId: number,
  { plan, today, day, photos, spots }: LoadedCoverage,
  reader: CoverageReader,
): Promise<Coverage> {
  const skips = new Map((await skipsOf(db, projectId, day)).map((skip) => [skip.id_spot, skip]));
  const wired = spots.map((spot) => wireSpot(spot, skips.get(spot.id), reader));
  const calendar = siteCalendar(plan.weekend, plan.pauses);
  const count = (is: (spot: CoverageSpot) => boolean) => wired.filter(is).length;
  const seen = wired.flatMap(({ last_seen }) => last_seen ?? []);
  return {
    day,
    today,
    plan,
    is_working_day: calendar.isWorking(dayNumber(day)),
    pause: calendar.pauseOn(dayNumber(day)) ?? null,
    counts: {
      spots: wired.length,
      fresh: count(({ state }) => state === "fresh"),
      due: count(({ state }) => state === "due"),
      overdue: count(({ state }) => state === "overdue"),
      done: count((spot) => isDone(spot, day)),
      skipped: count((spot) => spot.skip !== null && !isDone(spot, day)),
    },
    last_seen: seen.reduce<string | null>(
      (newest, one) => (newest === null || one > newest ? one : newest),
      null,
    ),
    first_photo: photos.at(-1)?.day ?? null,
    spots: wired,
    can: reader.can,
  };
}
