import type { Trx } from "#server/platform/database.ts";
import type { UserRecord } from "../auth/accounts.ts";

/** An invitation whose link was used, locked by the transaction; its other fields are known to the domain that took it. */
export interface TakenInvitation {
  readonly invitation: { readonly is_mailed: boolean };
}

/** The view of project invitations that account creation needs. */
export interface ProjectInvitations<Taken extends TakenInvitation = TakenInvitation> {
  /** The address of an invitation's link; undefined when it is not or no longer valid. */
  find(
    token: string,
  ): Promise<{ readonly email: string; readonly person: UserRecord | undefined } | undefined>;
  /**
   * The same within the transaction that creates the account, with the project locked: one of two parallel calls gets
   * it. LINK_INVALID.
   */
  take(trx: Trx, token: string): Promise<Taken>;
  /** Makes the account's owner a member, and notifies the sender of the invitation. */
  accept(trx: Trx, taken: Taken, user: UserRecord, ip: string): Promise<void>;
  /** Assigns a user with a confirmed address the invitations that were sent to it. */
  claim(trx: Trx, user: Pick<UserRecord, "id" | "email" | "email_verified_at">): Promise<void>;
}
