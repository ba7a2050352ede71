import { socialApi } from "#contract/social.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export function socialModule() {
  return { handlers: handlers(socialApi, pending(socialApi)) };
}
