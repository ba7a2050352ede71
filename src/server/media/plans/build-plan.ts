import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import type { ObjectStore } from "../store.ts";
import type { Level } from "../variants.ts";
import { drawInChild, PlanTooHeavy } from "./in-child.ts";
import { planFiles, planPrefix } from "./plan-files.ts";
import { Refused } from "./refused.ts";
import type { PlanName, PlanRow } from "./tables.ts";

/** Called in the transaction that settles a floor plan, once per floor plan. */
export type PlanSettled = (trx: Trx, plan: PlanName) => Promise<void>;

export interface PlanBuilderOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly log: Log;
  /** Folder for incomplete sets, on the store's volume. */
  readonly directory: string;
  readonly settled: PlanSettled;
  /** Memory that this machine allows a child, in bytes. */
  readonly machineBytes?: number | undefined;
}

/** Number of child processes that may die on a floor plan before it is shown by its picture alone. */
const MAX_ATTEMPTS = 2;
const limitsOfChild = { timeoutMs: 200_000, memoryBytes: 1.8e9 };

/** Creates `buildPlan`; see `Plans`. */
export function createPlanBuilder(options: PlanBuilderOptions) {
  const { db, store, log } = options;
  return async function buildPlan({ sha256, page }: PlanName, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const row = await db
        .selectFrom("plans")
        .selectAll()
        .where("sha256", "=", sha256)
        .where("page", "=", page)
        .executeTakeFirst();
      if (row?.state !== "processing") return;
      if (row.attempts >= MAX_ATTEMPTS) return settle(options, row, null);
      const original = await store.localFile(row.original);
      if (original === null) throw new Error(`the original of plan ${sha256} is not in the store`);
      try {
        return await settle(options, row, await drawAll(options, row, original.path, signal));
      } catch (error) {
        if (error instanceof Refused) {
          log.warn({ sha256, page, reason: String(error.cause) }, "media: a plan has no detail");
          return await settle(options, row, null);
        }
        if (!(error instanceof PlanTooHeavy) || signal?.aborted === true) throw error;
        log.warn({ sha256, page, attempt: row.attempts + 1 }, "media: a child died over a plan");
        await db
          .updateTable("plans")
          .set({ attempts: sql`attempts + 1` })
          .where("sha256", "=", sha256)
          .where("page", "=", page)
          .execute();
      } finally {
        await original.release();
      }
    }
  };
}

async function drawAll(
  { store, directory, machineBytes }: PlanBuilderOptions,
  { sha256, page, type }: PlanRow,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Level[]> {
  const work = join(directory, randomUUID());
  await mkdir(work);
  try {
    const order = { source: { path, type, page }, directory: work, wanted: "tiles" } as const;
    const drawn = await drawInChild(order, { ...limitsOfChild, machineBytes }, signal);
    if (drawn.kind !== "tiles") throw new Error("the child drew something else");
    await store.putDirectory(
      `${planPrefix({ sha256, page })}/${planFiles.tiles}`,
      join(work, planFiles.tiles),
    );
    return drawn.levels;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function settle(
  { db, settled }: PlanBuilderOptions,
  { sha256, page }: PlanName,
  levels: Level[] | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("plans")
      .set(levels === null ? { state: "failed" } : { state: "ready", levels: JSON.stringify(levels) })
      .where("sha256", "=", sha256)
      .where("page", "=", page)
      .where("state", "=", "processing")
      .returning("sha256")
      .executeTakeFirst();
    if (row !== undefined) await settled(trx, { sha256, page });
  });
}
