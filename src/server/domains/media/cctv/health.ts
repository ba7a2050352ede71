import { sql } from "kysely";
import type { periods } from "#contract/choices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { spanOf } from "#server/platform/spans.ts";
import type { CameraRow } from "./checks.ts";

type Period = (typeof periods)[number];

/** Check results over a period in steps; a step without any check is included. */
export function createHealth(db: Database, clock: Clock) {
  return async ({ id, created_at }: Pick<CameraRow, "id" | "created_at">, period: Period) => {
    const span = spanOf(period, clock.now(), created_at);
    const rows = await db
      .selectFrom("camera_hours")
      .select(sql<Date>`date_trunc(${span.step}, hour, 'UTC')`.as("at"))
      .select([sql<number>`sum(checks)::int`.as("checks"), sql<number>`sum(up)::int`.as("up")])
      .where("id_camera", "=", id)
      .where("hour", ">=", span.from)
      .groupBy("at")
      .execute();
    const found = new Map(rows.map((row) => [row.at.getTime(), row]));
    const steps = span.starts.map((start) => {
      const { checks = 0, up = 0 } = found.get(start.getTime()) ?? {};
      return { at: start.toISOString(), checks, up };
    });
    const [checks, up] = [sum(steps.map((step) => step.checks)), sum(steps.map((step) => step.up))];
    return { period, uptime: checks === 0 ? null : up / checks, steps };
  };
}

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
