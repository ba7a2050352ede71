import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { z } from "zod";
import type { CoveragePlan, coverageApi } from "#contract/coverage.ts";
import { plainName } from "#server/domains/media/tour/bindings-nearness.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import { type Capture, capturedBefore, oncePerCapture } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { dayAt, isTimeZone } from "#server/platform/site-time.ts";
import { coverageChanged } from "./coverage.events.ts";
import { findSpot, lockCoverage, planOf, setTimeZone, sheetsOf, spotsOf } from "./coverage.repository.ts";

export interface CoverageWrites {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
}

export interface Acting {
  readonly subject: ProjectRecord;
  readonly user: SessionUser;
  readonly address: string;
}

export const refused = (field: string, text: string) =>
  new AppError("VALIDATION", { fields: { [field]: [text] } });

/** The value of a `json` column. */
const json = (value: unknown): string => JSON.stringify(value);

export const activityOf = ({ subject, user, address }: Acting, action: `coverage.${string}`) => ({
  id_user: user.id,
  action,
  id_project: subject.id,
  address,
});
export const onProject = ({ subject: { id, name } }: Acting) => ({ subject: { kind: "project", id, name } });

type Calls = typeof coverageApi;
export type PlanBody = z.output<Calls["PUT /api/projects/{id}/coverage"]["body"]>;
export type SpotBody = z.output<Calls["PUT /api/projects/{id}/coverage/spots/{spot}"]["body"]>;

/** Changes the plan. Throws CONFLICT for an outdated version, and VALIDATION. */
export const changePlan = (
  { db, bus }: CoverageWrites,
  acting: Acting,
  body: PlanBody,
): Promise<CoveragePlan> =>
  db.transaction().execute(async (trx) => {
    const { subject } = acting;
    await lockCoverage(trx, subject.id);
    const before = await planOf(trx, subject.id);
    const { version, ...sent } = body;
    if (version !== undefined && version !== before.version) throw new AppError("CONFLICT");
    const wanted = definedOnly(sent);
    const after = { ...before, ...wanted };
    if (!isTimeZone(after.time_zone)) throw refused("time_zone", "coverage.time_zone_unknown");
    const { rhythm, weekend } = after;
    if (rhythm.kind === "weekdays" && rhythm.weekdays.every((day) => weekend.includes(day)))
      throw refused("rhythm", "coverage.weekdays_free");
    const names = Object.keys(wanted) as (keyof typeof wanted)[];
    const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
    if (changed.length === 0 && before.version > 0) return before;
    const { is_on, pauses, time_zone, alert_days } = after;
    const values = { is_on, rhythm: json(rhythm), weekend, pauses: json(pauses), alert_days };
    if (time_zone !== before.time_zone) await setTimeZone(trx, subject.id, time_zone);
    await trx
      .insertInto("coverage_plans")
      .values({ ...values, id_project: subject.id })
      .onConflict((conflict) =>
        conflict
          .column("id_project")
          .doUpdateSet({ ...values, version: before.version + 1, updated_at: sql`now()` }),
      )
      .execute();
    await recordActivity(trx, { ...activityOf(acting, "coverage.planned"), ...onProject(acting), changed });
    await bus.emit(trx, coverageChanged, { id_project: subject.id });
    return planOf(trx, subject.id);
  });

/** Changes a spot of the project; others are NOT_FOUND. */
export const changeSpot = (
  { db, bus }: CoverageWrites,
  acting: Acting,
  spotId: number,
  { position, rhythm, ...sent }: SpotBody,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { subject } = acting;
    await lockCoverage(trx, subject.id);
    const spots = await spotsOf(trx, subject.id);
    const spot = spots.find(({ id }) => id === spotId);
    if (spot === undefined) throw new AppError("NOT_FOUND");
    const { name } = sent;
    const isTaken = spots.some((one) => one !== spot && plainName(one.name) === plainName(name ?? spot.name));
    if (name !== undefined && isTaken) throw refused("name", "coverage.name_taken");
    if (position !== undefined) {
      const sheets = await sheetsOf(trx, subject.id);
      if (!sheets.some(({ id }) => id === position.id_sheet)) throw new AppError("NOT_FOUND");
    }
    const values = definedOnly({ ...sent, ...position });
    const changed = [
      ...changedNames({ ...spot }, values).map((field) =>
        field === "id_sheet" || field === "x" || field === "y" ? "position" : field,
      ),
      ...(rhythm !== undefined && !isDeepStrictEqual(rhythm, spot.rhythm) ? ["rhythm"] : []),
    ];
    if (changed.length === 0) return;
    await trx
      .updateTable("coverage_spots")
      .set({ ...values, ...(rhythm !== undefined && { rhythm: rhythm === null ? null : json(rhythm) }) })
      .where("id", "=", spotId)
      .execute();
    await recordActivity(trx, {
      ...activityOf(acting, "coverage.changed"),
      subject: { kind: "coverage", id: spotId, name: name ?? spot.name },
      changed: [...new Set(changed)],
    });
    await bus.emit(trx, coverageChanged, { id_project: subject.id });
  });

/** Removes spots of the project; others are NOT_FOUND. */
export const removeSpots = (
  { db, bus }: CoverageWrites,
  acting: Acting,
  spots: readonly number[],
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { subject } = acting;
    const ids = [...new Set(spots)];
    await lockCoverage(trx, subject.id);
    const removed = await trx
      .deleteFrom("coverage_spots")
      .where("id_project", "=", subject.id)
      .where("id", "in", ids)
      .returning("id")
      .execute();
    if (removed.length < ids.length) throw new AppError("NOT_FOUND");
    await recordActivity(trx, {
      ...activityOf(acting, "coverage.removed"),
      ...onProject(acting),
      details: { n: String(removed.length) },
    });
    await bus.emit(trx, coverageChanged, { id_project: subject.id });
    return removed.length;
  });

/**
 * Skips a spot on the day of the capture, else on the project's current day, or undoes that; a repeated call changes
 * nothing. When another user has skipped it on that day, theirs stays, and the log has both.
 */
export const skipSpot = (
  { db, bus }: CoverageWrites,
  acting: Acting,
  spotId: number,
  { now, reason, capture }: Skipping,
): Promise<number> => {
  const { subject, user } = acting;
  const work = async (trx: Trx): Promise<number> => {
    const spot = await findSpot(trx, subject.id, spotId);
    if (spot === undefined) throw new AppError("NOT_FOUND");
    const at = capturedBefore(capture, now) ?? now;
    const day = dayAt(at, (await planOf(trx, subject.id)).time_zone);
    const changed =
      reason === null
        ? await trx
            .deleteFrom("coverage_skips")
            .where("id_spot", "=", spotId)
            .where(sql<boolean>`day = ${day}::date`)
            .returning("id")
            .execute()
        : await trx
            .insertInto("coverage_skips")
            .values({ id_spot: spotId, day, reason, id_user: user.id, created_at: at })
            .onConflict((conflict) => conflict.doNothing())
            .returning("id")
            .execute();
    if (changed.length === 0 && capture === undefined) return spotId;
    const action = reason === null ? "unskipped" : changed.length === 0 ? "skipped_too" : "skipped";
    await recordActivity(trx, {
      ...activityOf(acting, `coverage.${action}`),
      subject: { kind: "coverage", id: spot.id, name: spot.name },
      ...(reason !== null && { details: { reason } }),
    });
    await bus.emit(trx, coverageChanged, { id_project: subject.id });
    return spotId;
  };
  const doing = { id_user: user.id, kind: "spot_skip" } as const;
  return db.transaction().execute((trx) => oncePerCapture(trx, capture, doing, () => work(trx)));
};

interface Skipping {
  readonly now: Date;
  /** Null: undo it. */
  readonly reason: string | null;
  readonly capture?: Capture | undefined;
}
