import { type Insertable, type Selectable, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { PasskeysTable } from "./tables.ts";

export type PasskeyRecord = Selectable<PasskeysTable>;

export function createPasskeysRepository(db: Database) {
  return {
    find: (id: number): Promise<PasskeyRecord | undefined> =>
      db.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst(),

    findByCredential: (credentialId: string): Promise<PasskeyRecord | undefined> =>
      db.selectFrom("passkeys").selectAll().where("credential_id", "=", credentialId).executeTakeFirst(),

    list: (userId: number, within: Trx | Database = db): Promise<PasskeyRecord[]> =>
      within.selectFrom("passkeys").selectAll().where("id_user", "=", userId).orderBy("id", "desc").execute(),

    /** Locks the account until the transaction ends, so that two parallel calls cannot exceed a limit. */
    hold: (trx: Trx, userId: number) =>
      trx
        .selectFrom("users")
        .select("password_hash")
        .where("id", "=", userId)
        .forUpdate()
        .executeTakeFirstOrThrow(),

    /** Undefined when the credential exists already. */
    insert: (trx: Trx, passkey: Insertable<PasskeysTable>): Promise<PasskeyRecord | undefined> =>
      trx
        .insertInto("passkeys")
        .values(passkey)
        .onConflict((conflict) => conflict.column("credential_id").doNothing())
        .returningAll()
        .executeTakeFirst(),

    rename: (trx: Trx, { id }: Authorized<PasskeyRecord>, name: string): Promise<PasskeyRecord> =>
      trx.updateTable("passkeys").set({ name }).where("id", "=", id).returningAll().executeTakeFirstOrThrow(),

    remove: (trx: Trx, { id }: Authorized<PasskeyRecord>) =>
      trx.deleteFrom("passkeys").where("id", "=", id).execute(),

    /**
     * Records a use. False when the passkey was deleted, or its counter is not above the last one: then it was cloned.
     * Passkeys without a counter always send 0.
     */
    async use(trx: Trx, { id }: PasskeyRecord, counter: number): Promise<boolean> {
      const used = await trx
        .updateTable("passkeys")
        .set({ counter, last_used_at: sql`now()` })
        .where("id", "=", id)
        .where((where) => where.or([where("counter", "<", counter), where("counter", "=", 0)]))
        .returning("id")
        .executeTakeFirst();
      return used !== undefined;
    },
  };
}

export type PasskeysRepository = ReturnType<typeof createPasskeysRepository>;
