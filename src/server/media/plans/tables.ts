import type { ColumnType, Generated, Selectable } from "kysely";
import type { Level } from "../variants.ts";
import type { PlanType } from "./plan-files.ts";

export interface PlansTable {
  sha256: string;
  page: number;
  type: PlanType;
  bytes: number;
  width: number | null;
  height: number | null;
  /** Keys in the object store. */
  original: string;
  image: string;
  state: Generated<"processing" | "ready" | "failed">;
  /** Written as JSON text: the driver would convert an array to a database array. */
  levels: ColumnType<Level[] | null, string | null | undefined, string | null>;
  attempts: Generated<number>;
  created_at: Generated<Date>;
  claimed_at: Generated<Date>;
}

export type PlanRow = Selectable<PlansTable>;
/** Identifies a floor plan: a page of an uploaded file. */
export type PlanName = Pick<PlanRow, "sha256" | "page">;

declare module "#server/platform/database.ts" {
  interface Tables {
    plans: PlansTable;
  }
}
