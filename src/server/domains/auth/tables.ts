import type { Generated } from "kysely";
import type { Role } from "#contract/auth.ts";

export interface UsersTable {
  id: Generated<number>;
  username: string;
  email: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  password_hash: string | null;
  role: Generated<Role>;
  is_demo: Generated<boolean>;
  language: Generated<"en" | "ar">;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface SessionsTable {
  id: Generated<number>;
  token_hash: Buffer;
  id_user: number;
  remembered: boolean;
  user_agent: Generated<string>;
  address: Generated<string>;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: "logout" | "revoked" | "forced" | null;
}

export interface SetupLinksTable {
  singleton: Generated<boolean>;
  token_hash: Buffer;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    users: UsersTable;
    sessions: SessionsTable;
    setup_links: SetupLinksTable;
  }
}
