import type { Generated } from "kysely";
import type { SocialProvider } from "#contract/social.ts";

export interface SocialAccountsTable {
  provider: SocialProvider;
  /** Stable account identifier assigned by the provider; for `openid` prefixed by the issuer and a space. */
  subject: string;
  id_user: number;
  label: string;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    social_accounts: SocialAccountsTable;
  }
}
