import { passkeysApi } from "#contract/passkeys.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { passkeyPolicy } from "./passkeys.policy.ts";

export function passkeysModule() {
  return { policy: passkeyPolicy(), handlers: handlers(passkeysApi, pending(passkeysApi)) };
}
