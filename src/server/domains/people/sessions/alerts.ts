import type { FastifyRequest } from "fastify";
import { type SqlBool, sql } from "kysely";
import type { alertKinds } from "#contract/sessions.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import { readUserAgent } from "#server/platform/user-agent.ts";
import "../auth/tables.ts";
import "./tables.ts";

export type AlertKind = (typeof alertKinds)[number];

/** Origin of the event: the call itself, or the data known of another browser. */
export type Origin = FastifyRequest | { readonly address: string; readonly user_agent: string };

export interface Alerts {
  /**
   * Notifies the owner of an account of a security event, in its transaction: in the bell, and by email as well, unless
   * they do not want that.
   */
  raise(trx: Trx, userId: number, kind: AlertKind, origin: Origin): Promise<void>;
}

/** These have emails of their own with more details. */
const toldOtherwise: readonly AlertKind[] = ["password_changed", "email_changed"];

export interface AlertsOptions {
  readonly mailer: Pick<Mailer, "queue">;
  readonly notices: Notices;
}

export function createAlerts({ mailer, notices }: AlertsOptions): Alerts {
  return {
    async raise(trx, userId, kind, origin) {
      const { address, user_agent } = readOrigin(origin);
      await trx.insertInto("account_alerts").values({ id_user: userId, kind, address, user_agent }).execute();
      const { browser, system } = readUserAgent(user_agent);
      const device = [browser, system].filter((part) => part !== "").join(", ");
      await notices.notify(trx, {
        to: [userId],
        sort: `security_${kind}`,
        values: { device, address },
        link: kind.startsWith("token_") ? "/developers" : "/editprofile",
      });
      if (toldOtherwise.includes(kind)) return;
      const reader = await readerOf(trx, userId);
      if (reader === undefined) return;
      await mailer.queue(trx, {
        to: reader.email,
        language: reader.language,
        template: "security",
        values: { kind, name: reader.first_name, address, ...(device !== "" && { device }) },
      });
    },
  };
}

function readOrigin(origin: Origin): { address: string; user_agent: string } {
  if ("user_agent" in origin) return origin;
  return { address: origin.ip, user_agent: (origin.headers["user-agent"] ?? "").slice(0, 400) };
}

/** The recipient of the email; undefined when they do not want emails about this, or for the shared account. */
function readerOf(trx: Trx, userId: number) {
  return trx
    .selectFrom("users")
    .select(["email", "language", "first_name"])
    .where("id", "=", userId)
    .where("is_demo", "=", false)
    .where(wantsSecurityMail)
    .executeTakeFirst();
}

/** On unless switched off. */
const wantsSecurityMail = sql<SqlBool>`
  not coalesce(notification_preferences @> '{"global_settings": {"mail_enabled": false}}', false)
  and not coalesce(notification_preferences -> 'preferences' @> '[{"id": "security", "mail": false}]', false)`;
