import { geoApi } from "#contract/geo.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export function geoModule() {
  return { handlers: handlers(geoApi, { ...pending(geoApi) }) };
}
