import { sql } from "kysely";
import type { CurrentUser } from "#contract/auth.ts";
import { noPlan } from "#contract/plans.limits.ts";
import type { PlanInfo } from "#contract/plans.ts";
import { inactivityDefault, profileFields } from "#contract/profile.ts";
import type { SettingValues } from "#contract/settings.ts";
import { readPreferences } from "#server/domains/installation/notifications/preferences.ts";
import { isHeldUp } from "#server/domains/money/billing/deadline.ts";
import { dayOf } from "#server/domains/money/plans/cycles.ts";
import {
  featureGatesOf,
  type GatedFeature,
  gatedFeatures,
} from "#server/domains/money/plans/feature-gates.ts";
import { type PlanFacts, wirePlanInfo } from "#server/domains/money/plans/plan-wire.ts";
import { mayBegin, type QuotaKind, type Used } from "#server/domains/money/plans/quota-rules.ts";
import { monthOf, totals } from "#server/domains/money/plans/quotas.ts";
import type { Subscriptions } from "#server/domains/money/plans/subscriptions.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Account, PersonRecord } from "./accounts.ts";
import { person } from "./auth.repository.ts";
import { mayCreateProject } from "./rights.ts";

export interface CurrentUserReader {
  /** The user in the form for their own screens; null when there is no such account. */
  find(userId: number): Promise<CurrentUser | null>;
  /** As `find`, for an account that is known to exist. */
  of(userId: number): Promise<CurrentUser>;
  /** The user of a session, without loading them again; usage is counted once a minute. */
  ofSession(account: Account): Promise<CurrentUser>;
  /** Recounts this user's usage on the next call. */
  forget(userId: number): void;
}

export interface CurrentUserOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { get(): SettingValues };
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** The user's present plan. */
  readonly planOf: Subscriptions["planOf"];
}

/** Items created by the user, and those that count towards their plan, including items of others in their projects. */
interface Counts {
  readonly stats: CurrentUser["user_stats"];
  readonly used: Used;
}

type CountsRow = CurrentUser["user_stats"] &
  Readonly<Record<`paid_${Exclude<QuotaKind, "project">}`, number>>;

/** The poll of every open tab needs them: they are cached for this time, in milliseconds. */
const countsLast = 60_000;
const mostKept = 10_000;

export function createCurrentUser({
  db,
  clock,
  settings,
  address,
  planOf,
}: CurrentUserOptions): CurrentUserReader {
  const kept = new Map<number, { readonly at: number; readonly counts: Counts }>();

  const count = async (userId: number): Promise<Counts> => {
    const { rows } = await sql<CountsRow>`
      select ${totals.project(userId)} as count_projects,
        ${totals.visit(userId)} as paid_visit, ${totals.video(userId)} as paid_video,
        ${totals.camera(userId)} as paid_camera, ${totals.channel(userId)} as paid_channel,
        (select count(*) from visits v where v.id_user = ${userId} and v.deleted_at is null)
          as count_virtual_tours,
        (select count(*) from videos v where v.id_user = ${userId}) as count_video_uploads,
        coalesce(u.projects, 0) as count_projects_month,
        coalesce(u.visits, 0) as count_virtual_tours_month,
        coalesce(u.videos, 0) as count_video_uploads_month
      from (select) nothing
      left join usage_months u on u.id_user = ${userId} and u.month = ${monthOf(clock.now())}::date`.execute(
      db,
    );
    const [row] = rows;
    if (row === undefined) throw new Error("counting returned no row");
    const counts = countsOf(row);
    if (kept.size >= mostKept) kept.clear();
    kept.set(userId, { at: clock.now().getTime(), counts });
    return counts;
  };

  const unpaidOf = (user: PersonRecord): CurrentUser["unpaid"] =>
    user.payment_deadline === null
      ? null
      : {
          paymentDeadline: user.payment_deadline,
          isReadOnly: isHeldUp(user, dayOf(clock.now())),
        };

  const find = async (userId: number) => {
    const [{ rows }, counts, plan] = await Promise.all([
      sql<PersonRecord>`select ${person} from users u where u.id = ${userId}`.execute(db),
      count(userId),
      planOf(userId),
    ]);
    const [user] = rows;
    return user === undefined
      ? null
      : toCurrentUser(user, { counts, plan, unpaid: unpaidOf(user) }, settings.get(), address);
  };
  return {
    find,
    async of(userId) {
      const user = await find(userId);
      if (user === null) throw new AppError("UNAUTHENTICATED");
      return user;
    },
    async ofSession(account) {
      const known = kept.get(account.id);
      const isRecent = known !== undefined && clock.now().getTime() - known.at < countsLast;
      const [counts, plan] = await Promise.all([
        isRecent ? known.counts : count(account.id),
        account.plan === undefined ? planOf(account.id) : (account.plan ?? undefined),
      ]);
      return toCurrentUser(account, { counts, plan, unpaid: unpaidOf(account) }, settings.get(), address);
    },
    forget: (userId) => void kept.delete(userId),
  };
}

function countsOf({ paid_visit, paid_video, paid_camera, paid_channel, ...stats }: CountsRow): Counts {
  return {
    stats,
    used: {
      project: stats.count_projects,
      visit: paid_visit,
      video: paid_video,
      camera: paid_camera,
      channel: paid_channel,
      month: {
        project: stats.count_projects_month,
        visit: stats.count_virtual_tours_month,
        video: stats.count_video_uploads_month,
      },
    },
  };
}

function toCurrentUser(
  user: PersonRecord,
  {
    counts,
    plan,
    unpaid,
  }: Pick<CurrentUser, "unpaid"> & {
    readonly counts: Counts;
    readonly plan: PlanFacts | undefined;
  },
  settings: SettingValues,
  address: CurrentUserOptions["address"],
): CurrentUser {
  const info = wirePlanInfo(plan);
  // Super admins are never limited by a plan.
  const begins = mayBegin(user.role === "super_admin" ? noPlan : info, counts.used);
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
    "2fa_enabled": user.is_protected,
    adsk_auth: user.has_autodesk,
    ...toolFlags(user.tools_off),
    has_password: user.has_password,
    // A demonstration on a wall must not end by inactivity.
    inactivity: user.is_demo
      ? inactivityDefault(0)
      : (user.inactivity ?? inactivityDefault(settings.inactivity_minutes)),
    notification_preferences: readPreferences(user.notification_preferences),
    missing_fields: user.is_demo ? [] : missingFields(user, settings),
    remind_2fa: settings["2fa_enable"] && !user.is_demo && !user.is_protected,
    user_stats: counts.stats,
    plan_info: info,
    unpaid,
    can: {
      ...begins,
      create_project: begins.create_project && mayCreateProject(user, settings),
      administer: user.role === "super_admin",
      ...openTo(user, info, settings),
    },
  };
}

const toolFlags = (off: PersonRecord["tools_off"]) => ({
  trello_enabled: !off.includes("trello"),
  monday_enabled: !off.includes("monday"),
  ms_project_enabled: !off.includes("ms_project"),
  clickup_enabled: !off.includes("clickup"),
});

function openTo(user: PersonRecord, plan: PlanInfo, settings: SettingValues) {
  const openings = featureGatesOf({
    settings,
    isSuperAdmin: user.role === "super_admin",
    toolsOff: user.tools_off,
    plan,
  });
  return Object.fromEntries(gatedFeatures.map((one) => [one, openings[one] === null])) as Record<
    GatedFeature,
    boolean
  >;
}

/** Mandatory fields that are empty; fields that are not offered are not required. */
function missingFields(user: PersonRecord, settings: SettingValues): string[] {
  return profileFields.filter(
    (field) => settings[`${field}_enable`] && settings[`${field}_mandatory`] && user[field].trim() === "",
  );
}
