import { twoFactorApi } from "#contract/two-factor.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export function twoFactorModule() {
  return { handlers: handlers(twoFactorApi, pending(twoFactorApi)) };
}
