import { registrationApi } from "#contract/registration.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export function registrationModule() {
  return { handlers: handlers(registrationApi, pending(registrationApi)) };
}
