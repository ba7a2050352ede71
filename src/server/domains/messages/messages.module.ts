import { messagesApi } from "#contract/messages.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { messagePolicy } from "./messages.policy.ts";

export function messagesModule({ db }: { readonly db: Database }) {
  return {
    policy: messagePolicy(db),
    handlers: handlers(messagesApi, pending(messagesApi)),
  };
}
