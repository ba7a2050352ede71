import type { SnagStatus } from "#contract/choices.ts";
import type { Accounts } from "#server/domains/people/auth/accounts.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ChangeStatus } from "./receiving/card-changes.ts";

export interface CardStatusOptions {
  readonly accounts: Pick<Accounts, "findAccount">;
  /** Whether the user is read-only because of an overdue payment. */
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
    // A user who may not sign in, or has an overdue payment, cannot act through a card either.
    if (user === undefined || isHeldUp(user)) throw new AppError("SNAG_EDIT_DENIED");
    await changeSnagStatus(id_snag, status, { user, address: "", via });
  };
