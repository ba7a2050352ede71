import type { Generated } from "kysely";

export interface PasskeysTable {
  id: Generated<number>;
  id_user: number;
  /** In the form of WebAuthn, base64url. */
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: Generated<readonly string[]>;
  name: string;
  synced: boolean;
  created_at: Generated<Date>;
  last_used_at: Generated<Date | null>;
}

export interface PasskeyChallengesTable {
  token_hash: Buffer;
  challenge: string;
  id_user: number | null;
  purpose: "create" | "sign-in";
  expires_at: Date;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    passkeys: PasskeysTable;
    passkey_challenges: PasskeyChallengesTable;
  }
}
