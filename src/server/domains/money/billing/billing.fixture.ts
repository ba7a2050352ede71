import { onTestFinished } from "vitest";
import { type SettingValues, settingDefaults } from "#contract/settings.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { plansWorld } from "../plans/plans.fixture.ts";
import { type BillingRunOptions, createBillingRun } from "./billing-run.ts";
import "./tables.ts";

const log = createLog("silent");

/** The product at a time set by the test, with the hourly invoicing run called by hand. */
export function billingWorld(start: string) {
  const world = plansWorld(start);
  const runOn = (
    db: Database,
    options: Partial<BillingRunOptions> & { values?: Partial<SettingValues> } = {},
  ) =>
    createBillingRun({
      db,
      clock: world.clock,
      settings: { get: () => ({ ...settingDefaults, ...options.values }) },
      log,
      closeCycle: world.subscriptions.closeCycle,
      told: async () => undefined,
      ...options,
    });
  return {
    world,
    runOn,
    run: (options: Parameters<typeof runOn>[1] = {}) => runOn(world.db, options).billAll(),
    /** As in a separate process: with its own connections. Closed with the test. */
    otherProcess(): Database {
      const { db, close } = openDatabase(world.app.database.connection, log, { max: 4 });
      onTestFinished(close);
      return db;
    },
    billsOf: (id_user: number) =>
      world.db
        .selectFrom("invoices")
        .selectAll()
        .where("id_user", "=", id_user)
        .orderBy("billing_start")
        .orderBy("id")
        .execute(),
    linesOf: (id_invoice: number) =>
      world.db
        .selectFrom("invoice_lines")
        .selectAll()
        .where("id_invoice", "=", id_invoice)
        .orderBy("position")
        .execute(),
    deadlineOf: async (id: number) =>
      (
        await world.db
          .selectFrom("users")
          .select("payment_deadline")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).payment_deadline,
  };
}
