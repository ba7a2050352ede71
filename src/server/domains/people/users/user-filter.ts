import type { AccountState, userSorts } from "#contract/users.ts";
import type { PageRequest } from "#server/platform/paging.ts";
import type { UserRecord } from "../auth/accounts.ts";

export interface UserFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly role?: UserRecord["role"] | undefined;
  readonly state?: AccountState | undefined;
  readonly sort: (typeof userSorts)[number];
}
