import { teamApi } from "#contract/team.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { invitationPolicy } from "./team.policy.ts";

export function teamModule({ db }: { readonly db: Database }) {
  return { policy: invitationPolicy(db), handlers: handlers(teamApi, { ...pending(teamApi) }) };
}
