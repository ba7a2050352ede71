import type { Database, Trx } from "#server/platform/database.ts";
import { createPasskeysRepository } from "./passkeys.repository.ts";

/** Whether a passkey can let a person in. */
export function createPasskeyMethods(db: Database) {
  const passkeys = createPasskeysRepository(db);
  return async (trx: Trx, userId: number): Promise<boolean> => (await passkeys.list(userId, trx)).length > 0;
}
