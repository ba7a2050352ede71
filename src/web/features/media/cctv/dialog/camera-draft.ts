import type { Camera, StillSchedule } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import type { TextKey, TextValues } from "#web/lib/translate.ts";

/** Values of the camera form. */
export interface CameraDraft {
  readonly id_project: number | null;
  readonly name: string;
  readonly hls_url: string;
  readonly username: string;
  /** Of the camera. Empty keeps the stored one. */
  readonly password: string;
  readonly location: string;
  readonly description: string;
  readonly brand: string;
  readonly model: string;
  readonly resolution: string;
  readonly notes: string;
  readonly is_public: boolean;
  readonly is_protected: boolean;
  /** Of the public page. Empty keeps the stored one. */
  readonly protection_password: string;
  readonly alert_after: number;
  readonly schedule: StillSchedule | null;
}

export const newCamera = (id_project: number | null): CameraDraft => ({
  id_project,
  name: "",
  hls_url: "",
  username: "",
  password: "",
  location: "",
  description: "",
  brand: "",
  model: "",
  resolution: "",
  notes: "",
  is_public: false,
  is_protected: false,
  protection_password: "",
  alert_after: limits.camera.alertAfter.standard,
  schedule: null,
});

export function draftOf(camera: Camera): CameraDraft {
  const { id_project, name, location, description, is_public, is_protected, alert_after, schedule } = camera;
  const { brand, model, resolution, notes } = camera.metadata;
  return {
    id_project,
    name,
    location,
    description,
    is_public,
    is_protected,
    alert_after,
    schedule,
    brand,
    model,
    resolution,
    notes,
    hls_url: camera.hls_url ?? "",
    username: camera.username ?? "",
    password: "",
    protection_password: "",
  };
}

/** Working hours of a site, in the time zone of the user who sets it up: mostly they are in the same country. */
export const usualSchedule = (): StillSchedule => ({
  minutes: 10,
  from: "07:00",
  to: "19:00",
  days: [0, 1, 2, 3, 4, 5, 6],
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** A text to be translated. */
export type Problem = readonly [TextKey, TextValues?];
export type Problems = Partial<Record<keyof CameraDraft | "thumbnail", Problem>>;

/**
 * The checks of the form, before anything is sent; the server repeats them all. `hasProtection`: a protection
 * password is stored, so that an empty one keeps it.
 */
export function problemsOf(draft: CameraDraft, hasProtection: boolean): Problems {
  const found: [keyof Problems, Problem | null][] = [
    ["id_project", draft.id_project === null ? ["cctv.project_required"] : null],
    ["name", draft.name.trim() === "" ? ["cctv.name_required"] : null],
    ["hls_url", addressProblem(draft.hls_url)],
    ["protection_password", protectionProblem(draft, hasProtection)],
    ["schedule", draft.schedule?.days.length === 0 ? ["cctv.days_required"] : null],
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}

/**
 * The specification knows HLS over http alone, and its three messages stay. `rtsp://` and `rtsps://` are accepted as
 * well, because site cameras use them; every other scheme is refused by the third message.
 */
export function addressProblem(address: string): Problem | null {
  const text = address.trim();
  if (text === "") return ["cctv.url_required"];
  if (!URL.canParse(text)) return ["cctv.url_invalid"];
  return /^(?:https?|rtsps?):\/\//i.test(text) ? null : ["cctv.url_scheme"];
}

function protectionProblem(draft: CameraDraft, hasProtection: boolean): Problem | null {
  if (!draft.is_protected) return null;
  const { length } = draft.protection_password;
  if (length === 0) return hasProtection ? null : ["cctv.protection_required"];
  return length < limits.camera.password.min ? ["cctv.protection_short"] : null;
}

/** Extracts user name and password from `rtsp://user:secret@host`, as written in manuals of cameras; null without. */
export function splitAddress(
  address: string,
): { hls_url: string; username: string; password: string } | null {
  const text = address.trim();
  if (!URL.canParse(text)) return null;
  const { username, password } = new URL(text);
  if (username === "" && password === "") return null;
  // By regular expression: URL cannot change schemes that a browser does not know.
  const hls_url = text.replace(/^([a-z]+:\/\/)[^/@]*@/i, "$1");
  return { hls_url, username: decoded(username), password: decoded(password) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether an empty password keeps the stored one: only while the machine is the same, so that no user can have it sent
 * to a machine of their own. The server enforces it; the form reports it in time.
 */
export function keepsPassword(draft: CameraDraft, stored: string | null): boolean {
  if (stored === null || !URL.canParse(draft.hls_url.trim())) return true;
  const [now, before] = [new URL(draft.hls_url.trim()), new URL(stored)];
  return now.protocol === before.protocol && now.host === before.host;
}

const thumbnailTypes = ["image/jpeg", "image/png"];

/** Problem of a file selected as the camera's picture; null when there is none. */
export function thumbnailProblem({ type, size }: Pick<File, "type" | "size">): Problem | null {
  if (!thumbnailTypes.includes(type)) return ["cctv.image_required"];
  return size > limits.camera.thumbnail.bytes ? ["cctv.image_too_large"] : null;
}

/** Number of pictures that a schedule stores per day; the same time for both ends means day and night. */
export function picturesPerDay({ minutes, from, to }: StillSchedule): number {
  const [start, end] = [from, to].map(minuteOf) as [number, number];
  const span = start === end ? 1440 : (end - start + 1440) % 1440;
  return minutes > 0 ? Math.floor(span / minutes) + (start === end ? 0 : 1) : 0;
}

function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 60 + minute;
}
