import type { FastifyRequest } from "fastify";
import type { SettingValues } from "#contract/settings.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { OwnerCheck } from "../auth/owner-check.ts";
import type { AccountLinks } from "../registration/account-links.ts";
import type { AccountTokens } from "../registration/account-tokens.ts";
import { invalid, refuseReservedName, refuseTaken } from "../registration/new-account.ts";
import type { Alerts } from "../sessions/alerts.ts";
import type { SessionEnds } from "../sessions/session-ends.ts";
import {
  type AccountFields,
  type AccountInput,
  changedFields,
  fieldsToChange,
  isOtherAddress,
  toolsOffAfter,
} from "./account-fields.ts";
import { refuseBinned } from "./refuse-binned.ts";
import type { UserSubject } from "./users.policy.ts";
import type { Account, UsersRepository } from "./users.repository.ts";

export interface ChangeOptions {
  readonly db: Database;
  readonly repository: UsersRepository;
  readonly settings: { get(): SettingValues };
  readonly checkOwner: OwnerCheck;
  readonly links: AccountLinks;
  readonly tokens: AccountTokens;
  readonly alerts: Alerts;
  readonly ends: SessionEnds;
  readonly mailer: Mailer;
}

export interface Change {
  readonly caller: SessionUser;
  readonly subject: Authorized<UserSubject>;
  readonly input: AccountInput & { readonly current_password?: string | undefined };
  readonly request: FastifyRequest;
}

/**
 * Changes the sent fields of an account where they differ, so that two users who edit different fields at once both
 * succeed. Throws PASSWORD_WRONG where a new address is not proved by the caller's password, VALIDATION at `username`
 * or `email` where it is taken or reserved, LAST_SUPER_ADMIN and NOT_YOURSELF.
 */
export function createAccountChange(options: ChangeOptions) {
  const { db, repository, settings, checkOwner } = options;
  return async ({ caller, subject, input, request }: Change): Promise<void> => {
    const wanted = fieldsToChange(input, caller, settings.get());
    if (wanted.username !== undefined) refuseReservedName(wanted.username, settings.get());
    const { email } = await repository.summary(subject.id);
    const isMoving = wanted.email !== undefined && isOtherAddress(email, wanted.email);
    // Before the transaction: the check is slow, and a wrong guess must be counted although nothing is written.
    if (isMoving) await checkOwner(caller.id, input.current_password, "current_password");
    const write = (trx: Trx) =>
      changeWithin(options, trx, { caller, id: subject.id, wanted, request }, isMoving);
    // Two users can request one name at the same moment: the database decides.
    await db.transaction().execute(write).catch(refuseTaken);
  };
}

interface Wanted {
  readonly caller: SessionUser;
  readonly id: number;
  readonly wanted: AccountFields;
  readonly request: FastifyRequest;
}

/** The same within a transaction, for fields that this caller may change. Refuses before it writes anything. */
export async function changeWithin(
  options: ChangeOptions,
  trx: Trx,
  { caller, id, wanted, request }: Wanted,
  isMoving = false,
): Promise<void> {
  const { repository } = options;
  if ("role" in wanted || "locked" in wanted) await repository.takeTurns(trx);
  const before = await repository.locked(trx, id);
  const changed = changedFields(before, wanted);
  if (changed.length === 0) return;
  if (!isMoving && wanted.email !== undefined && isOtherAddress(before.email, wanted.email))
    throw new AppError("CONFLICT");
  if (caller.super_admin) await refuseBinned(repository, trx, wanted);
  await apply(options, trx, { before, wanted, changed, caller, request });
}

interface Applied {
  readonly before: Account;
  readonly wanted: AccountFields;
  readonly changed: readonly (keyof AccountFields)[];
  readonly caller: SessionUser;
  readonly request: FastifyRequest;
}

async function apply(options: ChangeOptions, trx: Trx, change: Applied): Promise<void> {
  const { repository, ends, alerts } = options;
  const { before, wanted, changed, caller, request } = change;
  const isBarring = changed.includes("role") || (changed.includes("locked") && wanted.locked === true);
  if (isBarring) await refuseBarring(repository, trx, change);
  const { locked, trello_enabled, monday_enabled, ms_project_enabled, clickup_enabled, ...values } =
    Object.fromEntries(changed.map((name) => [name, wanted[name]])) as AccountFields;
  const flags = { trello_enabled, monday_enabled, ms_project_enabled, clickup_enabled };
  const tools_off = toolsOffAfter(before, definedOnly(flags));
  await repository.update(trx, before.id, {
    ...values,
    ...(tools_off === undefined ? {} : { tools_off }),
    ...(locked === undefined ? {} : { locked_at: locked ? new Date() : null }),
  });
  if (wanted.email !== undefined && isOtherAddress(before.email, wanted.email))
    await moveAddress(options, trx, change, wanted.email);
  // Changed rights require a new sign-in: no session opened under the old ones stays open.
  if (isBarring && (await ends.ofUser(trx, before.id, "forced")) > 0)
    await alerts.raise(trx, before.id, "session_forced", request);
  await recordActivity(trx, {
    id_user: caller.id,
    action: "user.changed",
    ...(caller.id === before.id ? {} : { subject: { kind: "user", id: before.id, name: before.username } }),
    changed,
    address: request.ip,
  });
}

async function refuseBarring(repository: UsersRepository, trx: Trx, change: Applied): Promise<void> {
  const { before, caller } = change;
  if (before.role === "super_admin" && (await repository.otherSuperAdmins(trx, before.id)) === 0)
    throw new AppError("LAST_SUPER_ADMIN");
  if (before.id === caller.id) throw new AppError("NOT_YOURSELF");
}

/**
 * A new address is unproved until it is confirmed; links sent to the old one are invalidated, and the old one is
 * notified.
 */
async function moveAddress(
  { repository, settings, links, tokens, alerts, mailer }: ChangeOptions,
  trx: Trx,
  { before, wanted, request }: Applied,
  email: string,
): Promise<void> {
  if (await repository.isNameOfAnother(trx, before.id, email)) throw invalid({ email: "users.email_taken" });
  const hadAddressAsName = !isOtherAddress(before.username, before.email) && wanted.username === undefined;
  await repository.update(trx, before.id, {
    email_verified_at: null,
    ...(hadAddressAsName ? { username: email } : {}),
  });
  await tokens.revoke(trx, before.id, ["activation", "invitation", "recovery"]);
  const after = { ...before, ...wanted, email };
  if (before.awaiting === "invitation") {
    await links.invitations.create(trx, after);
    return;
  }
  if (before.awaiting === "activation" || settings.get().validate_email)
    await links.activations.create(trx, after);
  await alerts.raise(trx, before.id, "email_changed", request);
  await mailer.queue(trx, {
    to: before.email,
    language: before.language,
    template: "email_changed",
    values: { name: before.first_name, address: request.ip, email },
  });
}
