import type { Trx } from "#server/platform/database.ts";
import type { UserRecord } from "../auth/accounts.ts";

/** An invitation whose link was used, held by the transaction; the rest of it is known to who took it. */
export interface TakenInvitation {
  readonly invitation: { readonly is_mailed: boolean };
}

/** What whoever makes accounts needs to know of invitations to projects. */
export interface ProjectInvitations<Taken extends TakenInvitation = TakenInvitation> {
  /** Whose address the link of an invitation's mail is for; undefined when it opens nothing (any more). */
  find(
    token: string,
  ): Promise<{ readonly email: string; readonly person: UserRecord | undefined } | undefined>;
  /**
   * The same within the transaction that makes the account, with the project held: of two who use a link at once one
   * gets it. LINK_INVALID.
   */
  take(trx: Trx, token: string): Promise<Taken>;
  /** Makes the account's owner a member, and tells who has invited. */
  accept(trx: Trx, taken: Taken, user: UserRecord, ip: string): Promise<void>;
  /** Gives somebody who has proved his address the invitations that were sent to it. */
  claim(trx: Trx, user: Pick<UserRecord, "id" | "email" | "email_verified_at">): Promise<void>;
}
