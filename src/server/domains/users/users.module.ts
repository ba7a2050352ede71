import { usersApi } from "#contract/users.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { userPolicy } from "./users.policy.ts";

export function usersModule({ db }: { readonly db: Database }) {
  return { policy: userPolicy(db), handlers: handlers(usersApi, pending(usersApi)) };
}
