import { commentsApi } from "#contract/comments.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { commentPolicy } from "./comments.policy.ts";

export interface CommentsOptions {
  readonly db: Database;
}

export function commentsModule({ db }: CommentsOptions) {
  return { policy: commentPolicy(db), handlers: handlers(commentsApi, { ...pending(commentsApi) }) };
}
