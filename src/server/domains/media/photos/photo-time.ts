import { photoLimits } from "#contract/photos.limits.ts";
import type { KeptPhoto } from "#server/media/index.ts";
import type { PhotosTable } from "./tables.ts";
import { instantIn } from "./time-zones.ts";

/**
 * When a photo was taken: by the camera's clock in its own time zone if the file states it, else in the sender's. A
 * clock that is ahead of the server's proves itself wrong: then the time of arrival counts.
 */
export function takenAt(
  { wallTime, offset }: KeptPhoto["capture"],
  { zone, now }: { readonly zone: string; readonly now: Date },
): Pick<PhotosTable, "taken_at" | "taken_from"> {
  const arrived = { taken_at: now, taken_from: "upload" } as const;
  if (wallTime === null) return arrived;
  const taken_at =
    offset === null ? instantIn(wallTime, zone) : new Date(Date.parse(`${wallTime}Z`) - offset * 60_000);
  const latest = now.getTime() + photoLimits.futureMinutes * 60_000;
  return taken_at.getTime() > latest
    ? arrived
    : { taken_at, taken_from: offset === null ? "clock" : "camera" };
}
