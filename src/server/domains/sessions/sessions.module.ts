import { sessionsApi } from "#contract/sessions.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { sessionPolicy } from "./sessions.policy.ts";

export function sessionsModule() {
  return { policy: sessionPolicy(), handlers: handlers(sessionsApi, pending(sessionsApi)) };
}
