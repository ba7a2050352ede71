import { sql } from "kysely";
import type { CurrentUser } from "#contract/auth.ts";
import { inactivityDefault, profileFields } from "#contract/profile.ts";
import type { SettingValues } from "#contract/settings.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UserRecord } from "./auth.repository.ts";
import { mayCreateProject } from "./rights.ts";

export interface CurrentUserReader {
  /** The person as his screens need him; null when there is no such account. */
  find(userId: number): Promise<CurrentUser | null>;
  /** As `find`, for an account that is known to be there. */
  of(userId: number): Promise<CurrentUser>;
}

export interface CurrentUserOptions {
  readonly db: Database;
  readonly settings: { get(): SettingValues };
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

interface Counted extends UserRecord {
  readonly count_projects: number;
  readonly count_virtual_tours: number;
}

export function createCurrentUser({ db, settings, address }: CurrentUserOptions): CurrentUserReader {
  const find = async (userId: number) => {
    const { rows } = await sql<Counted>`
      select u.*,
        (select count(*) from projects p join project_members m on m.id_project = p.id
          where m.id_user = u.id and m.role = 'owner' and p.deleted_at is null) as count_projects,
        (select count(*) from visits v where v.id_user = u.id and v.deleted_at is null) as count_virtual_tours
      from users u where u.id = ${userId}`.execute(db);
    const [user] = rows;
    return user === undefined ? null : toCurrentUser(user, settings.get(), address);
  };
  return {
    find,
    async of(userId) {
      const user = await find(userId);
      if (user === null) throw new AppError("UNAUTHENTICATED");
      return user;
    },
  };
}

function toCurrentUser(
  user: Counted,
  settings: SettingValues,
  address: CurrentUserOptions["address"],
): CurrentUser {
  const isProtected = user.totp_enabled_at !== null;
  return {
    id: user.id,
    code: user.code,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    avatar: user.avatar === null ? null : address(user.avatar),
    cover_image: user.cover_image === null ? null : address(user.cover_image),
    company: user.company,
    tax_id: user.tax_id,
    street: user.street,
    city: user.city,
    postal_code: user.postal_code,
    province: user.province,
    country: user.country,
    tel: user.tel,
    language: user.language,
    role: user.role,
    super_admin: user.role === "super_admin",
    is_demo: user.is_demo,
    "2fa_enabled": isProtected,
    // No design software is connected by anything yet.
    adsk_auth: false,
    has_password: user.password_hash !== null,
    inactivity: user.inactivity ?? inactivityDefault,
    missing_fields: user.is_demo ? [] : missingFields(user, settings),
    remind_2fa: settings["2fa_enable"] && !user.is_demo && !isProtected,
    user_stats: { count_projects: user.count_projects, count_virtual_tours: user.count_virtual_tours },
    can: { create_project: mayCreateProject(user, settings), administer: user.role === "super_admin" },
  };
}

/** Mandatory fields that hold nothing; one that is not offered is not asked for. */
function missingFields(user: UserRecord, settings: SettingValues): string[] {
  return profileFields.filter(
    (field) => settings[`${field}_enable`] && settings[`${field}_mandatory`] && user[field].trim() === "",
  );
}
