import type { SettingValues } from "#contract/settings.ts";
import { type PublicProfile, type UserRecord, usersApi } from "#contract/users.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { BeginPlan } from "#server/domains/money/plans/subscriptions.ts";
import type { Portraits } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { CurrentUserReader } from "../auth/current-user.ts";
import type { OwnerCheck } from "../auth/owner-check.ts";
import type { SignIn } from "../auth/sign-in.ts";
import type { AccountLinks } from "../registration/account-links.ts";
import type { AccountTokens } from "../registration/account-tokens.ts";
import { refuseReservedName } from "../registration/new-account.ts";
import type { Alerts } from "../sessions/alerts.ts";
import type { SessionEnds } from "../sessions/session-ends.ts";
import { createAccountBin } from "./bin.ts";
import { type BulkOptions, createBulkChange } from "./bulk.ts";
import { createAccountChange } from "./change-account.ts";
import { createPasswordChange } from "./change-password.ts";
import { claims } from "./claims.ts";
import { createAccountMaker } from "./create-account.ts";
import { passwordHandlers } from "./password.handlers.ts";
import { portraitHandlers } from "./portrait.handlers.ts";
import { createPortraitChange } from "./portraits.ts";
import type { ProjectInheritance } from "./project-inheritance.ts";
import { createPublicPersons } from "./public-persons.ts";
import { samples } from "./samples.ts";
import type { UserFilter } from "./user-filter.ts";
import { userPolicy } from "./users.policy.ts";
import { createUsersRepository } from "./users.repository.ts";
import { type Address, wireActivity, wireUserRecord, wireUserRow } from "./wire.ts";

export interface UsersOptions {
  readonly db: Database;
  readonly settings: { get(): SettingValues & { readonly smtp_valid: boolean } };
  readonly currentUser: CurrentUserReader;
  readonly checkOwner: OwnerCheck;
  readonly signIn: Pick<SignIn, "renew">;
  readonly links: AccountLinks;
  readonly tokens: AccountTokens;
  readonly alerts: Alerts;
  readonly ends: SessionEnds;
  readonly estate: ProjectInheritance;
  readonly givePlan: BulkOptions["givePlan"];
  readonly mailer: Mailer;
  readonly notices: Notices;
  /** Gives a new account the plan that every account starts with. */
  readonly beginPlan: BeginPlan;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  /** Content that a user has published. */
  readonly shared: { ofPerson(userId: number): Promise<PublicProfile["tours"]> };
  readonly address: Address;
  /** Public address of this server; empty when none is configured. */
  readonly publicUrl: string;
}

/** Activity shown on a profile page; the rest has a page of its own. */
const recent = { page: 1, per_page: 10 };

export function usersModule(options: UsersOptions) {
  const { db, settings, currentUser, checkOwner, shared, address, publicUrl } = options;
  const repository = createUsersRepository(db);
  const change = createAccountChange({ ...options, repository });
  const changePassword = createPasswordChange({ ...options, repository });
  const make = createAccountMaker({ ...options, repository });
  const bulk = createBulkChange({ ...options, repository });
  const bin = createAccountBin({ ...options, repository });
  const pictures = createPortraitChange({ ...options, repository });

  const show = async (id: number, reader: SessionUser): Promise<UserRecord> => {
    const [person, summary] = await Promise.all([currentUser.of(id), repository.summary(id)]);
    return wireUserRecord(person, summary, reader);
  };

  const faces = createPublicPersons({ repository, settings, shared, address });

  return {
    policies: { user: userPolicy(db) },
    offers: {
      ...faces,
      users: {
        /** All accounts, filtered and sorted like the list; at most `most`. */
        all: async (filter: Omit<UserFilter, "page" | "per_page">, most: number) =>
          (await repository.list({ ...filter, page: 1, per_page: most })).rows.map((row) =>
            wireUserRow(row, address),
          ),
        bulk,
      },
    },
    /** Purges accounts whose days in the bin are over. */
    sweeps: [bin.purge],
    claims,
    samples,
    handlers: handlers(usersApi, {
      "GET /api/users": async ({ query }) => {
        const { rows, total } = await repository.list(query);
        return {
          items: rows.map((row) => wireUserRow(row, address)),
          total,
          page: query.page,
          per_page: query.per_page,
        };
      },
      "POST /api/users": async ({ body, user, request }) => {
        if (body.username !== undefined) refuseReservedName(body.username, settings.get());
        const { id, invitation } = await make(body, user, request);
        const isMailed = settings.get().smtp_valid;
        return {
          user: wireUserRow(await repository.summary(id), address),
          invitation_link: invitation === null || isMailed ? null : `${publicUrl}${invitation}`,
        };
      },
      "GET /api/users/bin": () => bin.list(),
      "PUT /api/users/restore/{id}": async ({ params, user, request }) => {
        await bin.restore(user, params.id, request);
        return {};
      },
      "DELETE /api/users/{id}": async ({ subject, query, user, request }) => {
        await bin.remove({ caller: user, subject, heir: query.id_heir, request });
        return {};
      },
      "GET /api/users/code/{code}": async ({ params }) => {
        const profile = await faces.publicProfile(params.code);
        if (profile === undefined) throw new AppError("NOT_FOUND");
        return profile;
      },
      "GET /api/users/{id}": ({ subject, user }) => show(subject.id, user),
      "PUT /api/users/{id}": async ({ subject, body, user, request }) => {
        await change({ caller: user, subject, input: body, request });
        return show(subject.id, user);
      },
      "GET /api/users/{id}/profile": async ({ subject, user }) => {
        const [record, activity] = await Promise.all([
          show(subject.id, user),
          repository.activity(subject.id, recent),
        ]);
        return { user: record, activity: activity.rows.map(wireActivity) };
      },
      "GET /api/users/{id}/activity-logs": async ({ subject, query }) => {
        const { rows, total } = await repository.activity(subject.id, query);
        return { items: rows.map(wireActivity), total, page: query.page, per_page: query.per_page };
      },
      ...passwordHandlers(changePassword, checkOwner),
      ...portraitHandlers(pictures),
    }),
  };
}
