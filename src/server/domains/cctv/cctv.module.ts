import { cctvApi } from "#contract/cctv.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { cameraPolicy } from "./cctv.policy.ts";

export interface CctvOptions {
  readonly db: Database;
}

export function cctvModule({ db }: CctvOptions) {
  return { policy: cameraPolicy(db), handlers: handlers(cctvApi, { ...pending(cctvApi) }) };
}
