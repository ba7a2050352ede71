import type { Trx } from "#server/platform/database.ts";
import { invalid } from "../registration/new-account.ts";
import type { UsersRepository } from "./users.repository.ts";

/**
 * Reports to a super admin that a name or an address belongs to an account in the bin, which they can restore:
 * VALIDATION at its field. Everyone else gets the answer for any account: that it is taken.
 */
export async function refuseBinned(
  repository: Pick<UsersRepository, "takenInBin">,
  trx: Trx,
  wanted: { readonly username?: string | undefined; readonly email?: string | undefined },
): Promise<void> {
  const field = await repository.takenInBin(trx, wanted);
  if (field !== undefined) throw invalid({ [field]: `users.${field}_in_bin` });
}
