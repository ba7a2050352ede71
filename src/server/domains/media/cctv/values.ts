import type { StillSchedule } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { type CameraSource, isSameOrigin, splitAddress } from "#server/cameras/index.ts";
import { hashPassword } from "#server/domains/people/auth/passwords.ts";
import { AppError } from "#server/platform/errors.ts";
import { isTimeZone } from "#server/platform/site-time.ts";

interface SentProtection {
  readonly is_protected?: boolean | undefined;
  readonly protection_password?: string | undefined;
}

/**
 * Values to write for the password of the public page: none when none was sent, so that the stored one stays.
 * VALIDATION when it is too short, and when a camera would be protected without having one.
 */
export async function protectionValues(
  { is_protected, protection_password = "" }: SentProtection,
  stored: string | null,
): Promise<{ protection_hash?: string }> {
  const isMissing = is_protected === true && protection_password === "" && stored === null;
  if (isMissing) throw refused("cctv.protection_required");
  if (protection_password === "") return {};
  if (protection_password.length < limits.camera.password.min) throw refused("cctv.protection_short");
  return { protection_hash: await hashPassword(protection_password) };
}

const refused = (text: string) => new AppError("VALIDATION", { fields: { protection_password: [text] } });

interface SentSource {
  readonly hls_url?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * The new source of the camera. Fields not sent stay; an empty password keeps the stored one as long as the machine is
 * the same: a user who may change the address must not redirect the password to their own machine.
 */
export function changedSource(sent: SentSource, stored: CameraSource | null): CameraSource {
  const given = sent.hls_url ?? stored?.url ?? "";
  const split = splitAddress(given, definedText(sent));
  const isSame = stored !== null && isSameOrigin(split.url, stored.url);
  const username =
    sent.username === undefined && split.username === "" ? (stored?.username ?? "") : split.username;
  const isKept = split.password === "" && isSame && username !== "";
  return { url: split.url, username, password: isKept ? stored.password : split.password };
}

const definedText = ({ username, password }: SentSource) => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
});

export const isSameSource = (one: CameraSource | null, other: CameraSource): boolean =>
  one !== null && one.url === other.url && one.username === other.username && one.password === other.password;

/** VALIDATION for a time zone unknown to this machine. Days in order, each once. */
export function checkedSchedule(schedule: StillSchedule | null): StillSchedule | null {
  if (schedule === null) return null;
  if (!isTimeZone(schedule.time_zone))
    throw new AppError("VALIDATION", { fields: { schedule: ["cctv.time_zone_unknown"] } });
  return { ...schedule, days: [...new Set(schedule.days)].toSorted((a, b) => a - b) };
}
