import { recordActivity } from "#server/platform/activity.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Acting, SettingsOptions } from "./settings.ts";
import "./tables.ts";

/** Ends links of people without an account. Copies of other projects are NOT_FOUND. Returns the number of ended ones. */
export const revokeLinks = (
  { db, clock }: Pick<SettingsOptions, "db" | "clock">,
  { subject, user, address }: Acting,
  deliveries: readonly number[],
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const ids = [...new Set(deliveries)];
    const known = await trx
      .selectFrom("owner_report_deliveries as d")
      .innerJoin("owner_report_runs as r", "r.id", "d.id_run")
      .select("d.id")
      .where("r.id_project", "=", subject.id)
      .where("d.id", "in", ids)
      .execute();
    if (known.length < ids.length) throw new AppError("NOT_FOUND");
    const revoked = await trx
      .updateTable("owner_report_deliveries")
      .set({ revoked_at: clock.now() })
      .where("id", "in", ids)
      .where("is_member", "=", false)
      .where("revoked_at", "is", null)
      .returning("id")
      .execute();
    if (revoked.length === 0) return 0;
    await recordActivity(trx, {
      id_user: user.id,
      action: "owner_report.revoked",
      subject: { kind: "project", id: subject.id, name: subject.name },
      id_project: subject.id,
      details: { n: String(revoked.length) },
      address,
    });
    return revoked.length;
  });
