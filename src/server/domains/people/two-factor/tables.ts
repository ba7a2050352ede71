/** Each code opens the account once; only the hash is stored. */
export interface RecoveryCodesTable {
  id_user: number;
  code_hash: Buffer;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    recovery_codes: RecoveryCodesTable;
  }
}
