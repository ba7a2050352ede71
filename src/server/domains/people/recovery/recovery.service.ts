import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import { readUserAgent } from "#server/platform/user-agent.ts";
import type { Accounts, UserRecord } from "../auth/accounts.ts";
import { checkNewPassword } from "../auth/password-rules.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { AccountTokens } from "../registration/account-tokens.ts";
import { type NewAccountServices, notifyNewAccount } from "../registration/notify-new-account.ts";
import type { Alerts } from "../sessions/alerts.ts";
import type { SessionEnds } from "../sessions/session-ends.ts";
import { mailLink } from "./recovery.jobs.ts";

export interface RecoveryOptions extends NewAccountServices {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "send">;
  readonly attempts: Attempts;
  readonly mailer: Mailer;
  readonly settings: SettingsService;
  readonly accounts: Pick<Accounts, "findById" | "findByName">;
  readonly tokens: AccountTokens;
  readonly alerts: Alerts;
  readonly ends: SessionEnds;
}

const { mails, mailSeconds, perAddress } = limits.attempts;

export function createRecovery(options: RecoveryOptions) {
  const { db, jobs, attempts, mailer, settings, accounts, tokens, alerts, ends } = options;

  const find = async (text: string): Promise<UserRecord | undefined> => {
    const token = await tokens.find(["recovery"], text);
    const user = token === undefined ? undefined : await accounts.findById(token.id_user);
    return user !== undefined && mayRecover(user) && isSame(user.email, token?.email) ? user : undefined;
  };

  /** Sets the new password, and ends everything that the old one opened. */
  const change = async (trx: Trx, id: number, email: string, hash: string, request: FastifyRequest) => {
    const user = await trx
      .updateTable("users")
      .set({
        password_hash: hash,
        password_changed_at: sql`now()`,
        // The link was sent to this address and was used, which confirms it.
        email_verified_at: sql`coalesce(email_verified_at, now())`,
        awaiting: null,
        updated_at: sql`now()`,
      })
      .where("id", "=", id)
      .where("locked_at", "is", null)
      .where(sql`lower(email)`, "=", sql<string>`lower(${email})`)
      .returningAll()
      .executeTakeFirst();
    if (user === undefined) throw new AppError("LINK_INVALID");
    await ends.ofUser(trx, id, "revoked");
    // A sign-in that waits for its second factor was started with the old password.
    await trx.deleteFrom("sign_in_challenges").where("id_user", "=", id).execute();
    await tokens.revoke(trx, id, ["activation"]);
    await alerts.raise(trx, id, "password_changed", request);
    await recordActivity(trx, { id_user: id, action: "user.password_changed", address: request.ip });
    const { browser, system } = readUserAgent(request.headers["user-agent"] ?? "");
    const device = [browser, system].filter((part) => part !== "").join(", ");
    await mailer.queue(trx, {
      to: user.email,
      language: user.language,
      template: "password_changed",
      values: { name: user.first_name, address: request.ip, ...(device !== "" && { device }) },
    });
  };

  return {
    /** Queues the request. Throws RECOVERY_OFF, or RATE_LIMITED by name and by client address. */
    async ask(name: string, request: FastifyRequest): Promise<void> {
      if (!settings.get().smtp_valid) throw new AppError("RECOVERY_OFF");
      await attempts.take(`recovery address ${networkOf(request.ip)}`, {
        max: perAddress,
        seconds: mailSeconds,
      });
      await attempts.take(`recovery name ${name.toLowerCase()}`, { max: mails, seconds: mailSeconds });
      await db.transaction().execute((trx) => jobs.send(trx, mailLink, { name }));
    },

    /** Handler of the job behind `ask`. */
    async sendLink(name: string): Promise<void> {
      const user = await accounts.findByName(name);
      if (user === undefined || !mayRecover(user)) return;
      const { id, email, language } = user;
      // Both names of an account have a shared second count: its mailbox is one.
      const counted = `recovery user ${id}`;
      if (await attempts.hasReached(counted, mails)) return;
      await attempts.take(counted, { max: mails, seconds: mailSeconds });
      const minutes = limits.links.recovery;
      await db.transaction().execute(async (trx) => {
        const token = await tokens.issue(trx, { kind: "recovery", id_user: id, email, minutes });
        const link = `/recover?token=${token}`;
        await mailer.queue(trx, { to: email, language, template: "recovery", values: { minutes }, link });
      });
    },

    check: async (text: string) => (await find(text)) !== undefined,

    /**
     * Sets the password and ends every session; starts none, so that a second factor is still required. Throws
     * LINK_INVALID, and PASSWORD_COMMON, which keeps the link valid.
     */
    async reset(text: string, password: string, request: FastifyRequest): Promise<void> {
      const user = await find(text);
      if (user === undefined) throw new AppError("LINK_INVALID");
      await checkNewPassword(password, user);
      const hash = await hashPassword(password);
      await db.transaction().execute(async (trx) => {
        const used = await tokens.use(trx, ["recovery"], text);
        if (used === undefined) throw new AppError("LINK_INVALID");
        await change(trx, used.id_user, used.email, hash, request);
        // The link has confirmed the address: an account that waited for that is active now.
        const proved = { ...user, email_verified_at: user.email_verified_at ?? new Date() };
        if (user.awaiting === "activation") await notifyNewAccount(options, trx, proved);
        else await options.invitations.claim(trx, proved);
      });
    },
  };
}

/** The demo account is shared, a locked one stays locked, and one that was never activated has an invitation for this. */
const mayRecover = (user: UserRecord) =>
  !user.is_demo && user.locked_at === null && user.awaiting !== "invitation";

const isSame = (one: string, other = "") => one.toLowerCase() === other.toLowerCase();
