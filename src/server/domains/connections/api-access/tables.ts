import type { Generated } from "kysely";
import type { Scope } from "#contract/api-access.ts";

export interface ApiTokensTable {
  id: Generated<number>;
  id_user: number;
  name: string;
  token_hash: Buffer;
  hint: string;
  scopes: readonly Scope[];
  created_at: Generated<Date>;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_address: Generated<string>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    api_tokens: ApiTokensTable;
  }
}
