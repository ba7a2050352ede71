declare module "#server/platform/database.ts" {
  interface Tables {
    recovery_codes: { id_user: number; code_hash: Buffer };
  }
}

export {};
