import type { CurrentUser } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import { noPlan } from "#contract/plans.limits.ts";
import { hasCookie, writeCookie } from "./cookies.ts";
import { recall, remember, storageKeys } from "./storage.ts";

/**
 * The part of a user that is kept in the browser: name and avatar. No email address, no documents: scripts and other
 * users of the device could read them.
 */
type Kept = Pick<
  CurrentUser,
  "id" | "username" | "first_name" | "last_name" | "avatar" | "language" | "role" | "inactivity"
> & {
  /** When the server last confirmed it, in milliseconds since the epoch. */
  readonly at: number;
};

/** Stores the signed-in user; null removes it. */
export function keepUser(user: CurrentUser | null): void {
  stayHere(user);
  if (user === null) return remember(storageKeys.user, null);
  const { id, username, first_name, last_name, avatar, language, role, inactivity } = user;
  const kept: Kept = {
    id,
    username,
    first_name,
    last_name,
    avatar,
    language,
    role,
    inactivity,
    at: Date.now(),
  };
  remember(storageKeys.user, JSON.stringify(kept));
}

const cookie = "app-here";

/**
 * A cookie without an expiry ends when the browser is closed, as does the session of a user who did not ask to stay
 * signed in.
 */
function stayHere(user: CurrentUser | null): void {
  if (user === null) writeCookie(cookie, "", 0);
  else writeCookie(cookie, String(user.id), "session");
}

const isStillHere = (id: number): boolean =>
  recall(storageKeys.rememberMe) === "true" || hasCookie(cookie, id);

/**
 * Returns the user who was signed in at most an hour ago, for a start without an answer from the server: they may view
 * loaded data, and do nothing that the server has not allowed since. `isWithoutConnection`: as long as their data is
 * kept here, unless their session would have expired by now.
 */
export function restoreUser({ isWithoutConnection = false } = {}): CurrentUser | null {
  const kept = readKept();
  if (kept === null) return null;
  const isStaying = isWithoutConnection && isStillHere(kept.id);
  const age = Date.now() - kept.at;
  if (age > (isStaying ? limits.seen.days * 86_400_000 : limits.session.cache)) return null;
  const { at: _, ...person } = kept;
  return {
    ...person,
    // Values stored by earlier versions have none.
    inactivity: (person as Partial<Kept>).inactivity ?? standardInactivity,
    code: "",
    email: "",
    cover_image: null,
    company: "",
    tax_id: "",
    street: "",
    city: "",
    postal_code: "",
    province: "",
    country: "",
    tel: "",
    super_admin: kept.role === "super_admin",
    is_demo: false,
    "2fa_enabled": false,
    adsk_auth: false,
    trello_enabled: true,
    monday_enabled: true,
    ms_project_enabled: true,
    clickup_enabled: true,
    has_password: true,
    notification_preferences: {
      global_settings: { browser_enabled: false, mail_enabled: true },
      preferences: [],
    },
    missing_fields: [],
    remind_2fa: false,
    user_stats: {
      count_projects: 0,
      count_virtual_tours: 0,
      count_video_uploads: 0,
      count_projects_month: 0,
      count_virtual_tours_month: 0,
      count_video_uploads_month: 0,
    },
    plan_info: noPlan,
    unpaid: null,
    can: {
      create_project: false,
      create_visit: true,
      create_video: true,
      create_camera: true,
      create_channel: true,
      administer: false,
      autodesk: false,
      trello: false,
      monday: false,
      ms_project: false,
      clickup: false,
      api: false,
    },
  };
}

const standardInactivity = {
  enabled: true,
  timeoutMinutes: limits.inactivity.initial,
  warningMinutes: limits.inactivity.warning,
};

/** Id of the user who is signed in to this browser, as far as it is stored: another tab may have changed it. */
export const storedUserId = (): number | undefined => readKept()?.id;

function readKept(): Kept | null {
  try {
    const kept = JSON.parse(recall(storageKeys.user) ?? "null") as Kept | null;
    return typeof kept?.id === "number" && typeof kept.at === "number" ? kept : null;
  } catch {
    return null;
  }
}
