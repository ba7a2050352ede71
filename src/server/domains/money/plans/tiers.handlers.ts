import type { FastifyRequest } from "fastify";
import type { Currency } from "#contract/currencies.ts";
import { type ProjectTier, projectTiersApi } from "#contract/plans.tiers.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { readInstallationStats } from "./installation-stats.ts";
import { type TierRecord, tierFlags } from "./plans.policy.ts";
import { findTier, type Size } from "./size-tiers.ts";
import { createTiersRepository, type TierSummary, type TierValues } from "./tiers.repository.ts";
import { monthAt, monthsOfYear, usageOf } from "./usage.ts";
import "#server/domains/people/auth/tables.ts";

export interface TiersOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Currency of prices. */
  readonly currency: () => Currency;
}

/** Size tiers of projects, usage by month, and statistics of the installation. */
export function tierHandlers({ db, clock, currency }: TiersOptions) {
  const repository = createTiersRepository(db);

  const wire = (tier: TierRecord & Partial<TierSummary>, user: SessionUser): ProjectTier =>
    wireTier(tier, user, currency());

  const show = async (id: number, user: SessionUser): Promise<ProjectTier> => {
    const [tier] = await repository.list(user, id);
    if (tier === undefined) throw new AppError("NOT_FOUND");
    return wire(tier, user);
  };

  /** A size tier for one project requires an existing project. */
  const refuseUnknown = async (project: number | null | undefined) => {
    if (typeof project === "number" && (await repository.project(project)) === undefined)
      throw new AppError("VALIDATION", { fields: { project_id: ["plans.tiers.project_unknown"] } });
  };

  const bandOfSize = async (size: Size, user: SessionUser) => {
    const tier = await findTier(db, size);
    return tier === undefined ? null : wire(tier, user);
  };

  /** NOT_FOUND for a project of another owner: its price is visible to its owner only. */
  const sizeOf = async (id: number, user: SessionUser): Promise<Size> => {
    const size = await repository.sizeOf(id, user);
    if (size === undefined) throw new AppError("NOT_FOUND");
    return size;
  };

  return handlers(projectTiersApi, {
    "GET /api/project-tiers": async ({ user }) =>
      (await repository.list(user)).map((tier) => wire(tier, user)),
    "POST /api/project-tiers": async ({ body: { project_id, ...values }, user, request }) => {
      await refuseUnknown(project_id);
      const id = await db.transaction().execute(async (trx) => {
        const made = await repository.insert(trx, { ...values, id_project: project_id });
        await recordActivity(trx, done("tier.created", { id: made, name: values.name }, user, request));
        return made;
      });
      return show(id, user);
    },
    "GET /api/project-tiers/{id}": ({ params, user }) => show(params.id, user),
    "PUT /api/project-tiers/{id}": async ({ subject, body: { project_id, ...rest }, user, request }) => {
      await refuseUnknown(project_id);
      const values: Partial<TierValues> = definedOnly({ ...rest, id_project: project_id });
      const changed = changedNames<TierRecord>(subject, values);
      if (changed.length > 0)
        await db.transaction().execute(async (trx) => {
          await repository.update(trx, subject.id, values);
          const named = { id: subject.id, name: values.name ?? subject.name };
          await recordActivity(trx, { ...done("tier.changed", named, user, request), changed });
        });
      return show(subject.id, user);
    },
    "DELETE /api/project-tiers/{id}": async ({ subject, user, request }) => {
      await db.transaction().execute(async (trx) => {
        await repository.remove(trx, subject.id);
        await recordActivity(trx, done("tier.deleted", subject, user, request));
      });
      return {};
    },
    "POST /api/project-tiers/find-tier": async ({ body: { id_project, ...size }, user }) => ({
      tier: await bandOfSize(
        id_project === null ? { ...size, id: null } : await sizeOf(id_project, user),
        user,
      ),
    }),
    "POST /api/project-tiers/check-upgrade": async ({ body, user }) => {
      const { project_id, id_project = project_id, ...size } = body;
      const now = id_project === undefined ? null : await sizeOf(id_project, user);
      const [current, required] = await Promise.all([
        now === null ? null : bandOfSize(now, user),
        bandOfSize({ ...size, id: now?.id ?? null }, user),
      ]);
      const difference = (required?.price ?? 0) - (current?.price ?? 0);
      return { needs_upgrade: difference > 0, current, required, difference };
    },
    "GET /api/project-tiers/usage/current": async ({ query, user }) => {
      const month = { ...monthAt(clock.now()), ...definedOnly({ year: query.year, month: query.month }) };
      const [usage] = await usageOf(db, await whose(db, query.id_user, user), [month]);
      if (usage === undefined) throw new Error("one month was asked for");
      return usage;
    },
    "GET /api/project-tiers/usage/yearly": async ({ query, user }) => {
      const { year = monthAt(clock.now()).year } = query;
      if (query.everybody && !user.super_admin) throw new AppError("FORBIDDEN");
      const of = query.everybody ? null : await whose(db, query.id_user, user);
      return { year, months: await usageOf(db, of, monthsOfYear(year)) };
    },
    "GET /api/project-tiers/admin/stats": () => readInstallationStats(db, currency(), monthAt(clock.now())),
  });
}

const wireTier = (
  tier: TierRecord & Partial<TierSummary>,
  user: SessionUser,
  currency: Currency,
): ProjectTier => ({
  id: tier.id,
  name: tier.name,
  area: tier.area,
  num_buildings: tier.num_buildings,
  num_floors: tier.num_floors,
  project_id: tier.id_project,
  price: tier.price,
  currency,
  active: tier.active,
  projects: user.super_admin ? (tier.projects ?? null) : null,
  created_at: tier.created_at.toISOString(),
  can: tierFlags(user),
});

/** The user whose usage is requested: the caller, or any user for a super admin. */
async function whose(db: Database, asked: number | undefined, user: SessionUser): Promise<number> {
  if (asked === undefined || asked === user.id) return user.id;
  if (!user.super_admin) throw new AppError("FORBIDDEN");
  const found = await db.selectFrom("users").select("id").where("id", "=", asked).executeTakeFirst();
  if (found === undefined) throw new AppError("NOT_FOUND");
  return asked;
}

const done = (
  action: "tier.created" | "tier.changed" | "tier.deleted",
  { id, name }: { readonly id: number; readonly name: string },
  user: SessionUser,
  { ip }: FastifyRequest,
) => ({ id_user: user.id, action, subject: { kind: "tier", id, name }, address: ip });
