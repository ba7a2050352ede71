import { type ApiToken, apiAccessApi } from "#contract/api-access.ts";
import type { FeatureGatesReader } from "#server/domains/money/plans/feature-gates.ts";
import type { OwnerCheck } from "#server/domains/people/auth/owner-check.ts";
import type { Alerts } from "#server/domains/people/sessions/alerts.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import { hashToken, type SessionUser, type TokenReader } from "#server/platform/session.ts";
import { tokenRevoked } from "./api-access.events.ts";
import { type ApiTokenRecord, apiTokenFlags, apiTokenPolicy } from "./api-access.policy.ts";
import { createTokensRepository } from "./api-access.repository.ts";
import { samples } from "./samples.ts";
import { isWellFormed, newApiToken } from "./token.ts";

export interface ApiAccessOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly clock: Clock;
  readonly alerts: Alerts;
  readonly openings: FeatureGatesReader;
  readonly checkOwner: OwnerCheck;
  /** The account of an id, as its session would return it; undefined for one that may not sign in. */
  readonly account: (id: number) => Promise<SessionUser | undefined>;
}

const DAY = 86_400_000;

export function apiAccessModule(options: ApiAccessOptions) {
  const { db, bus, clock, alerts, openings, checkOwner, account } = options;
  const repository = createTokensRepository(db);

  const note = (
    trx: Trx,
    verb: "created" | "renamed" | "revoked",
    { id, id_user, name }: ApiTokenRecord,
    address: string,
  ) =>
    recordActivity(trx, { id_user, action: `token.${verb}`, subject: { kind: "token", id, name }, address });

  const tokens: TokenReader = {
    async find(token, address) {
      if (!isWellFormed(token)) return undefined;
      const found = await repository.findByHash(hashToken(token));
      const now = clock.now();
      if (found === undefined || (found.expires_at !== null && found.expires_at <= now)) return undefined;
      const [user, opened] = await Promise.all([account(found.id_user), openings(found.id_user)]);
      if (user === undefined) return undefined;
      if (opened.api !== null) throw new AppError("API_OFF");
      await repository.used(found, now, address);
      return { id: found.id, user, scopes: found.scopes };
    },
  };

  return {
    policies: { api_token: apiTokenPolicy(db) },
    offers: {
      /** Tokens for API programs. */
      apiTokens: tokens,
    },
    samples,
    handlers: handlers(apiAccessApi, {
      "GET /api/tokens": async ({ user }) => ({
        items: (await repository.list(user.id)).map((row) => wire(row, user)),
        is_on: (await openings(user.id)).api === null,
      }),
      "POST /api/tokens": async ({ body, user, request }) => {
        if ((await openings(user.id)).api !== null) throw new AppError("API_OFF");
        await checkOwner(user.id, body.password);
        const { token, hint } = newApiToken();
        const days = body.expires_in_days;
        const row = await db.transaction().execute(async (trx) => {
          const made = await repository.insert(trx, {
            id_user: user.id,
            name: body.name,
            token_hash: hashToken(token),
            hint,
            scopes: [...new Set(body.scopes)],
            expires_at: days === null ? null : new Date(clock.now().getTime() + days * DAY),
          });
          await alerts.raise(trx, user.id, "token_created", request);
          await note(trx, "created", made, request.ip);
          return made;
        });
        return { ...wire(row, user), token };
      },
      "PUT /api/tokens/{id}": ({ subject, body, user, request }) =>
        db.transaction().execute(async (trx) => {
          if (subject.name === body.name) return wire(subject, user);
          const renamed = await repository.rename(trx, subject.id, body.name);
          await note(trx, "renamed", renamed, request.ip);
          return wire(renamed, user);
        }),
      "DELETE /api/tokens/{id}": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          await repository.remove(trx, subject.id);
          await bus.emit(trx, tokenRevoked, { id_token: subject.id });
          await alerts.raise(trx, user.id, "token_revoked", request);
          await note(trx, "revoked", subject, request.ip);
        });
        return {};
      },
    }),
  };
}

function wire(row: ApiTokenRecord, user: SessionUser): ApiToken {
  const { id, name, hint, scopes, last_address } = row;
  return {
    id,
    name,
    hint,
    scopes: [...scopes],
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_address,
    can: apiTokenFlags(row, user),
  };
}
