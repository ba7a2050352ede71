import { usersApi } from "#contract/users.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { userPolicy } from "./users.policy.ts";

export function usersModule() {
  return { policy: userPolicy(), handlers: handlers(usersApi, pending(usersApi)) };
}
