import { limits } from "#contract/limits.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { UserRecord } from "../auth/accounts.ts";
import type { AccountTokens } from "./account-tokens.ts";

type Owner = Pick<UserRecord, "id" | "email" | "language" | "first_name">;

/**
 * Links that open an account, created and emailed within the caller's transaction. Each call returns the path of the
 * link (`/activate/{token}`), to pass on by other means where email is not set up; an earlier link of the same kind
 * becomes invalid.
 */
export interface AccountLinks {
  /** Invites the owner of an account that awaits `invitation` to select a user name and a password. */
  readonly invitations: { create(trx: Trx, user: Owner, inviter?: string): Promise<string> };
  /** Asks the owner of an address to confirm it. */
  readonly activations: { create(trx: Trx, user: Owner): Promise<string> };
}

export function createAccountLinks({
  tokens,
  mailer,
}: {
  readonly tokens: AccountTokens;
  readonly mailer: Mailer;
}): AccountLinks {
  return {
    invitations: {
      async create(trx, { id, email, language, first_name }, inviter = "") {
        const minutes = limits.links.invitation;
        const token = await tokens.issue(trx, { kind: "invitation", id_user: id, email, minutes });
        const link = `/activate/${token}`;
        const values = { name: first_name, inviter, minutes };
        await mailer.queue(trx, { to: email, language, template: "invitation", values, link });
        return link;
      },
    },
    activations: {
      async create(trx, { id, email, language }) {
        const minutes = limits.links.activation;
        const token = await tokens.issue(trx, { kind: "activation", id_user: id, email, minutes });
        const link = `/activate/${token}`;
        await mailer.queue(trx, { to: email, language, template: "activation", values: { minutes }, link });
        return link;
      },
    },
  };
}
