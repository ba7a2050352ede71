import { photoLimits } from "#contract/photos.limits.ts";
import type { KeptPhoto } from "#server/media/index.ts";
import { refused } from "./photo-position.ts";
import type { PhotosTable } from "./tables.ts";
import { instantIn } from "./time-zones.ts";

const latestAt = (now: Date): number => now.getTime() + photoLimits.futureMinutes * 60_000;

/** Throws VALIDATION for a date in the future, within the tolerance of two clocks. */
export function pastDate(text: string, now: Date): Date {
  const date = new Date(text);
  if (date.getTime() > latestAt(now)) throw refused("taken_at", "photos.date_future");
  return date;
}

/**
 * When a photo was taken: by the camera's clock in its own time zone if the file states it, else in the sender's. A
 * clock that is ahead of the server's proves itself wrong: then the time counts at which a device stored it before it
 * was sent, else that of arrival.
 */
export function takenAt(
  { wallTime, offset }: KeptPhoto["capture"],
  { zone, now, kept }: { readonly zone: string; readonly now: Date; readonly kept: Date | null },
): Pick<PhotosTable, "taken_at" | "taken_from"> {
  const arrived =
    kept === null
      ? ({ taken_at: now, taken_from: "upload" } as const)
      : ({ taken_at: kept, taken_from: "device" } as const);
  if (wallTime === null) return arrived;
  const taken_at =
    offset === null ? instantIn(wallTime, zone) : new Date(Date.parse(`${wallTime}Z`) - offset * 60_000);
  return taken_at.getTime() > latestAt(now)
    ? arrived
    : { taken_at, taken_from: offset === null ? "clock" : "camera" };
}
