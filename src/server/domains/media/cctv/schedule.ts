import type { StillSchedule } from "#contract/cctv.ts";
import { siteTime } from "#server/platform/site-time.ts";

const MINUTE = 60_000;
const DAY = 1440;
/** Every schedule has a moment within a week; a clock change may skip one. */
const SEARCH = 9 * DAY;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/**
 * The next moment after `after` at which a picture is due, in the site's local time. Moments count from `from` on, and
 * `to` is the last one; a span over midnight belongs to the day on which it begins. A moment in the skipped hour in
 * spring is taken right after it; in the repeated hour in autumn, only schedules more frequent than hourly are taken
 * twice. Null when there is none within nine days.
 */
export function nextStill(schedule: StillSchedule, after: Date): Date | null {
  const start = Math.floor(after.getTime() / MINUTE) * MINUTE;
  let before = localMinutes(new Date(start), schedule.time_zone);
  for (let step = 1; step <= SEARCH; step += 1) {
    const at = new Date(start + step * MINUTE);
    const now = localMinutes(at, schedule.time_zone);
    const moved = ((now.minutes - before.minutes + DAY * 1.5) % DAY) - DAY / 2;
    if (isDue(schedule, now) && !isRepeated(schedule, at, now)) return at;
    // The clock was put forward: skipped moments are due now.
    const skipped = Array.from(
      { length: Math.max(0, moved - 1) },
      (_, n) => (now.minutes - 1 - n + DAY) % DAY,
    );
    if (skipped.some((minutes) => isDue(schedule, { ...now, minutes }))) return at;
    before = now;
  }
  return null;
}

interface Local {
  /** Since midnight. */
  readonly minutes: number;
  readonly weekday: number;
}

function localMinutes(at: Date, zone: string): Local {
  const { hour, minute, weekday } = siteTime(at, zone);
  return { minutes: Number(hour) * 60 + Number(minute), weekday };
}

function isDue({ minutes, from, to, days }: StillSchedule, local: Local): boolean {
  const begin = minutesOf(from);
  const length = (minutesOf(to) - begin + DAY) % DAY;
  const elapsed = (local.minutes - begin + DAY) % DAY;
  if ((length === 0 ? elapsed >= DAY : elapsed > length) || elapsed % minutes !== 0) return false;
  const day = local.minutes < begin ? (local.weekday + 6) % 7 : local.weekday;
  return days.includes(day);
}

/** Whether this minute already occurred an hour before. */
function isRepeated({ minutes, time_zone }: StillSchedule, at: Date, { minutes: shown }: Local): boolean {
  if (minutes < 60) return false;
  return localMinutes(new Date(at.getTime() - 60 * MINUTE), time_zone).minutes === shown;
}
