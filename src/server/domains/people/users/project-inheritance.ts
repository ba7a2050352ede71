import type { Trx } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";

export interface Inheritance {
  readonly from: number;
  readonly heir: number;
  readonly caller: { readonly user: SessionUser; readonly ip: string };
}

/** Transfer of a user's projects when the account is deleted. */
export interface ProjectInheritance {
  /** Number of owned projects, including those in the bin. Locked: none is added before the transaction ends. */
  count(trx: Trx, userId: number): Promise<number>;
  /**
   * Makes the heir their owner, a member or not; the previous owner becomes a manager. A project whose name one of the
   * heir's already has gets a number appended.
   */
  handOver(trx: Trx, inheritance: Inheritance): Promise<void>;
}
