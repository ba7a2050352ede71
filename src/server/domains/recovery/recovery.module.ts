import { recoveryApi } from "#contract/recovery.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export function recoveryModule() {
  return { handlers: handlers(recoveryApi, pending(recoveryApi)) };
}
