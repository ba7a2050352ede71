import type { SnagStatus } from "#contract/choices.ts";
import type { Accounts } from "#server/domains/people/auth/accounts.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ChangeStatus } from "./receiving/card-changes.ts";

export interface CardStatusOptions {
  readonly accounts: Pick<Accounts, "findAccount">;
  /** Whether somebody may look and change nothing, as he did not pay in time. */
  readonly isHeldUp: (user: SessionUser) => boolean;
  readonly changeSnagStatus: (
    id: number,
    status: SnagStatus,
    by: { readonly user: SessionUser; readonly address: string; readonly via: string },
  ) => Promise<void>;
}

/** Applies a status change of a card to its snag. Throws SNAG_EDIT_DENIED, or the refusal of the snag's policy. */
export const createCardStatusChange =
  ({ accounts, isHeldUp, changeSnagStatus }: CardStatusOptions): ChangeStatus =>
  async ({ id_snag, status, id_user, via }) => {
    const user = await accounts.findAccount(id_user);
    // Who may not sign in, or has not paid, does nothing by a card either.
    if (user === undefined || isHeldUp(user)) throw new AppError("SNAG_EDIT_DENIED");
    await changeSnagStatus(id_snag, status, { user, address: "", via });
  };
