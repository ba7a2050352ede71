import type { Trx } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";

export interface Inheritance {
  readonly from: number;
  readonly heir: number;
  readonly caller: { readonly user: SessionUser; readonly ip: string };
}

/** What becomes of somebody's projects when his account goes. */
export interface ProjectInheritance {
  /** How many he owns, those in the bin included. Held: none is added before the transaction ends. */
  count(trx: Trx, userId: number): Promise<number>;
  /**
   * Makes the heir their owner, a member or not; whoever was it is a manager then. A project whose name one of the
   * heir's has already gets a number behind it.
   */
  handOver(trx: Trx, inheritance: Inheritance): Promise<void>;
}
