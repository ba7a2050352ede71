import type { Generated } from "kysely";
import type { SocialProvider } from "#contract/social.ts";

export interface SocialAccountsTable {
  provider: SocialProvider;
  /** The provider's own, lasting name of the account; of `openid` behind the issuer and a space. */
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
