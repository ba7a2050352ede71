import { showcaseApi } from "#contract/showcase.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export function showcaseModule() {
  return { handlers: handlers(showcaseApi, { ...pending(showcaseApi) }) };
}
