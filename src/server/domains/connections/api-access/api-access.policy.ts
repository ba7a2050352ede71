import type { Selectable } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ApiTokensTable } from "./tables.ts";
import "./tables.ts";

export type ApiTokenRecord = Selectable<ApiTokensTable>;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    api_token: ApiTokenRecord;
  }
}

export const apiTokenRights = rightsFor<"self">()({
  about: "API tokens. `self` is the account that the token acts for.",
  verbs: {
    edit: { allows: "rename the token", to: ["self"] },
    delete: { allows: "revoke the token", to: ["self"] },
  },
});

export const apiTokenFlags = ({ id_user }: Pick<ApiTokenRecord, "id_user">, user: SessionUser | null) =>
  flagsBy(apiTokenRights, user, user !== null && user.id === id_user ? ["self"] : []);

export function apiTokenPolicy(db: Database): Policy<ApiTokenRecord> {
  return {
    rights: apiTokenRights,
    load: (key) => db.selectFrom("api_tokens").selectAll().where("id", "=", Number(key)).executeTakeFirst(),
    flags: apiTokenFlags,
  };
}
