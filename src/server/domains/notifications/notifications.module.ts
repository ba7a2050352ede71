import { notificationsApi } from "#contract/notifications.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export function notificationsModule() {
  return { handlers: handlers(notificationsApi, pending(notificationsApi)) };
}
