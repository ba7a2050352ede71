import type { z } from "zod";
import type { cctvApi } from "#contract/cctv.ts";
import { type CameraSource, kindOf, sealSource } from "#server/cameras/index.ts";
import { changedNames } from "#server/platform/activity.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { CameraRow } from "./checks.ts";
import { nextStill } from "./schedule.ts";
import { changedSource, checkedSchedule, isSameSource, protectionValues } from "./values.ts";

type Sent = z.output<(typeof cctvApi)["PUT /api/cctv-cameras/{id}"]["body"]>;

interface Known {
  /** The present address; null when it was encrypted by another installation. */
  readonly stored: CameraSource | null;
  readonly key: AppKey;
  readonly now: Date;
}

/**
 * Values to write for a change of a camera, the names of the changed fields, and whether its pictures come from another
 * source from now on.
 */
export async function cameraChange(camera: CameraRow, sent: Sent, { stored, key, now }: Known) {
  const { hls_url, username, password, protection_password, brand, model, resolution, notes, ...rest } = sent;
  const { metadata, schedule, ...plain } = rest;
  const isAddressed = hls_url !== undefined || username !== undefined || password !== undefined;
  if (isAddressed && hls_url === undefined && stored === null)
    throw new AppError("VALIDATION", { fields: { hls_url: ["cctv.url_required"] } });
  const source = isAddressed ? changedSource(sent, stored) : null;
  const isMoved = source !== null && !isSameSource(stored, source);
  const details = definedOnly({ ...metadata, ...definedOnly({ brand, model, resolution, notes }) });
  const wanted = schedule === undefined ? undefined : checkedSchedule(schedule);
  const protection = await protectionValues(
    { is_protected: plain.is_protected, protection_password },
    camera.protection_hash,
  );
  const names: string[] = changedNames<object>(camera, definedOnly(plain));
  if (isMoved) names.push("address");
  if (protection.protection_hash !== undefined) names.push("password");
  if (Object.keys(details).length > 0 && changedNames(camera.metadata, details).length > 0)
    names.push("details");
  if (wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(camera.schedule))
    names.push("schedule");
  const values = {
    ...definedOnly(plain),
    ...protection,
    ...(names.includes("details") && {
      metadata: JSON.stringify({ ...camera.metadata, ...details }),
    }),
    ...(names.includes("schedule") && {
      schedule: wanted === null ? null : JSON.stringify(wanted),
      next_still_at: wanted == null ? null : nextStill(wanted, now),
    }),
    ...(isMoved && {
      source: sealSource(key, source),
      kind: kindOf(source),
      state: "unknown" as const,
      problem: null,
      missed: 0,
      is_alerted: false,
    }),
  };
  return { names, values, isMoved };
}
