import { videosApi } from "#contract/videos.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { videoPolicy } from "./videos.policy.ts";

export interface VideosOptions {
  readonly db: Database;
}

export function videosModule({ db }: VideosOptions) {
  return { policy: videoPolicy(db), handlers: handlers(videosApi, { ...pending(videosApi) }) };
}
