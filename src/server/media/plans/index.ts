/**
 * Floor plans from upload to screen: `keepPlan` (child process: validated, rendered small; original and picture into
 * the store) → `claimPlan` in the sheet's transaction → `buildPlan` as a job, for floor plans larger than the picture →
 * signed addresses by `showPlan` → `sweepPlans` removes those without a sheet for a day.
 */
import { sql } from "kysely";
import type { PlanTiles } from "#contract/sheets.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import type { MediaSigner } from "../sign.ts";
import type { ObjectStore } from "../store.ts";
import { createPlanBuilder, type PlanSettled } from "./build-plan.ts";
import { createPlanKeeper, type KeptPlan, lockPlan } from "./keep.ts";
import { PLAN_TILE, planFiles, planPrefix } from "./plan-files.ts";
import { type PlanClaim, sweepPlans } from "./sweep-plans.ts";
import type { PlanName, PlanRow } from "./tables.ts";
import "./tables.ts";

export type { PlanSettled } from "./build-plan.ts";
export type { KeptPlan } from "./keep.ts";
export type { PlanClaim } from "./sweep-plans.ts";
export type { PlanName } from "./tables.ts";

/** A floor plan's columns as joined to a record that refers to it. */
export type PlanPart = Pick<
  PlanRow,
  "sha256" | "page" | "image" | "original" | "width" | "height" | "levels" | "state"
>;

export interface ShownPlan {
  readonly image: string;
  readonly original: string;
  readonly tiles: PlanTiles | null;
}

export interface Plans {
  /**
   * Reads a page (from 1) of an uploaded file, stores the file byte for byte and a picture of the page. To be claimed
   * within a day. Throws `FILE_EMPTY`, `PLAN_TYPE` (neither JPEG, PNG, WebP nor PDF, or an animated one),
   * `IMAGE_PIXELS` (a decompression bomb, a page of more than five metres), `PLAN_UNREADABLE` (broken, encrypted,
   * endless, too slow), `VALIDATION` at `page` when there is no such page, `STORAGE_FULL`.
   */
  keepPlan(
    file: { readonly path: string; readonly bytes: number; readonly sha256: string },
    page: number,
  ): Promise<KeptPlan>;
  /** Called within the transaction that refers to a stored floor plan: from then on it stays, and its tiles are made. */
  claimPlan(trx: Trx, plan: PlanName): Promise<void>;
  /** Signed addresses; the tiles are null while they are made, and for a floor plan that `image` shows at full size. */
  showPlan(plan: PlanPart): ShownPlan;
  /** The job: makes the tiles. Repeatable; throws when it must be retried. */
  buildPlan(plan: PlanName, signal?: AbortSignal): Promise<void>;
  /** Registers a listener called in the settling transaction when a floor plan's tiles exist or have finally failed. */
  onPlanSettled(listener: PlanSettled): void;
  /** Floor plans that have waited for their tiles for longer than `olderThanMs`. */
  unfinishedPlans(olderThanMs: number): Promise<PlanName[]>;
  /** Removes floor plans for which `claim` is not true and that were stored more than a day ago. */
  sweepPlans(claim: PlanClaim): Promise<number>;
}

export interface PlansOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly signer: MediaSigner;
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: string;
  /** Enqueues the job that calls `buildPlan`, within the transaction. */
  readonly enqueue: (trx: Trx, plan: PlanName) => Promise<void>;
  /** Memory that this machine allows a child, in bytes. */
  readonly machineBytes?: number | undefined;
}

export function createPlans(options: PlansOptions): Plans {
  const { db, store, signer, clock } = options;
  const listeners: PlanSettled[] = [];
  return {
    keepPlan: createPlanKeeper(options),
    async claimPlan(trx, { sha256, page }) {
      await lockPlan(trx, sha256);
      const row = await trx
        .updateTable("plans")
        .set({ claimed_at: sql`now()` })
        .where("sha256", "=", sha256)
        .where("page", "=", page)
        .returning("state")
        .executeTakeFirstOrThrow();
      if (row.state === "processing") await options.enqueue(trx, { sha256, page });
    },
    showPlan: ({ levels, ...plan }) => ({
      image: signer.signObject(plan.image),
      original: signer.signObject(plan.original),
      tiles:
        plan.state !== "ready" || levels === null
          ? null
          : {
              tile_size: PLAN_TILE,
              levels,
              tiles: `${signer.signPrefix(planPrefix(plan))}/${planFiles.tile}`,
            },
    }),
    buildPlan: createPlanBuilder({
      ...options,
      settled: async (trx, plan) => {
        for (const listener of listeners) await listener(trx, plan);
      },
    }),
    onPlanSettled: (listener) => void listeners.push(listener),
    unfinishedPlans: (olderThanMs) =>
      db
        .selectFrom("plans")
        .select(["sha256", "page"])
        .where("state", "=", "processing")
        .where("claimed_at", "<", new Date(clock.now().getTime() - olderThanMs))
        .limit(1000)
        .execute(),
    sweepPlans: (claim) => sweepPlans({ db, store, clock }, claim),
  };
}
