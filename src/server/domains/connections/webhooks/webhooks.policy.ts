import type { Selectable } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { WebhooksTable } from "./tables.ts";
import "./tables.ts";

export type WebhookRecord = Selectable<WebhooksTable>;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    webhook: WebhookRecord;
  }
}

export const webhookRights = rightsFor<"self">()({
  about: "Webhooks. `self` is the account that created the webhook; it receives what that account can view.",
  verbs: {
    edit: { allows: "edit the webhook, read its log, resend deliveries", to: ["self"] },
    delete: { allows: "delete the webhook", to: ["self"] },
  },
});

export const webhookFlags = ({ id_user }: Pick<WebhookRecord, "id_user">, user: SessionUser | null) =>
  flagsBy(webhookRights, user, user !== null && user.id === id_user ? ["self"] : []);

export function webhookPolicy(db: Database): Policy<WebhookRecord> {
  return {
    rights: webhookRights,
    load: (key) => db.selectFrom("webhooks").selectAll().where("id", "=", Number(key)).executeTakeFirst(),
    flags: webhookFlags,
  };
}
