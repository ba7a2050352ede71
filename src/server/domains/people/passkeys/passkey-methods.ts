import type { Database, Trx } from "#server/platform/database.ts";
import { createPasskeysRepository } from "./passkeys.repository.ts";

/** Whether a user can sign in with a passkey. */
export function createPasskeyMethods(db: Database) {
  const passkeys = createPasskeysRepository(db);
  return async (trx: Trx, userId: number): Promise<boolean> => (await passkeys.list(userId, trx)).length > 0;
}
