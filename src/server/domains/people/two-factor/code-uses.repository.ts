import type { Trx } from "#server/platform/database.ts";
import "./tables.ts";

/** Used codes; each is valid once. */
export const codeUses = () => ({
  /**
   * Marks a step as used. Returns false when it or a later one was used already, so a code seen over a shoulder is
   * worthless.
   */
  async useStep(trx: Trx, userId: number, step: number): Promise<boolean> {
    const used = await trx
      .updateTable("users")
      .set({ totp_last_step: step })
      .where("id", "=", userId)
      .where((where) => where.or([where("totp_last_step", "is", null), where("totp_last_step", "<", step)]))
      .returning("id")
      .executeTakeFirst();
    return used !== undefined;
  },

  async useRecoveryCode(trx: Trx, userId: number, hash: Buffer): Promise<boolean> {
    const used = await trx
      .deleteFrom("recovery_codes")
      .where("id_user", "=", userId)
      .where("code_hash", "=", hash)
      .returning("id_user")
      .executeTakeFirst();
    return used !== undefined;
  },

  async replaceRecoveryCodes(trx: Trx, userId: number, hashes: readonly Buffer[]): Promise<void> {
    await trx.deleteFrom("recovery_codes").where("id_user", "=", userId).execute();
    await trx
      .insertInto("recovery_codes")
      .values(hashes.map((code_hash) => ({ id_user: userId, code_hash })))
      .execute();
  },
});
