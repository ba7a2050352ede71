import type { SettingValues } from "#contract/settings.ts";
import { webhooksApi } from "#contract/webhooks.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { FeatureGatesReader } from "#server/domains/money/plans/feature-gates.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { newSecret } from "#server/integrations/webhooks/sign.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import { type AddressPolicy, createAddressPolicy } from "#server/platform/address-policy.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import type { AppKey } from "#server/platform/key.ts";
import { authorize, type Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createDeliverer, sealedFor } from "./deliver.ts";
import { createMessages } from "./message.ts";
import { samples } from "./samples.ts";
import { pruneWebhooks } from "./webhooks.jobs.ts";
import { webhookPolicy } from "./webhooks.policy.ts";
import { createWebhooksRepository, replaceSecret } from "./webhooks.repository.ts";
import { wireDelivery, wireWebhook } from "./wire.ts";

export interface WebhooksOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly notices: Notices;
  readonly settings: { get(): SettingValues };
  readonly openings: FeatureGatesReader;
  readonly projects: Policy<ProjectRecord>;
  readonly siteAddress: string;
  /** The user with the fields that decide rights; undefined if deleted or locked. */
  readonly account: (id: number) => Promise<SessionUser | undefined>;
}

const DAY = 86_400_000;

export function webhooksModule(options: WebhooksOptions) {
  const { db, clock, key, settings, openings, projects, account } = options;
  const repository = createWebhooksRepository(db);
  const addresses = createAddressPolicy(() => settings.get().webhook_networks, {
    forbidden: "WEBHOOK_FORBIDDEN",
    silent: "TOOL_SILENT",
  });
  const deliver = createDeliverer({
    ...options,
    person: account,
    addresses,
    messageOf: createMessages(options),
  });

  const mustBeOpen = async (userId: number): Promise<void> => {
    if ((await openings(userId)).api !== null) throw new AppError("API_OFF");
  };

  return {
    policies: { webhook: webhookPolicy(db) },
    repeats: [
      /** Sends waiting deliveries. */
      { every: 1000, work: deliver.all },
    ],
    jobs: [jobWorker(pruneWebhooks, repository.prune)],
    schedules: [scheduledJob("55 2 * * *", pruneWebhooks)],
    samples,
    handlers: handlers(webhooksApi, {
      "GET /api/webhooks": async ({ user }) => ({
        items: (await repository.list(user.id)).map((row) => wireWebhook(row, user)),
        is_on: (await openings(user.id)).api === null,
      }),
      "POST /api/webhooks": async ({ body, user, request }) => {
        await mustBeOpen(user.id);
        await check(body, user, { addresses, projects });
        const secret = newSecret();
        const row = await db.transaction().execute(async (trx) => {
          const id = await repository.insert(trx, user.id, { ...body, secret: key.seal(sealedFor, secret) });
          await note(trx, user.id, "created", { id, url: body.url, address: request.ip });
          return repository.one(id, trx);
        });
        return { ...wireWebhook(row, user), secret };
      },
      "PUT /api/webhooks/{id}": async ({ subject, body, user, request }) => {
        if (body.is_active === true) await mustBeOpen(user.id);
        await check(body, user, { addresses, projects });
        const values = definedOnly(body);
        const row = await db.transaction().execute(async (trx) => {
          const before = await repository.one(subject.id, trx);
          const changed = changedNames(before, values);
          if (changed.length === 0) return before;
          await repository.update(trx, subject.id, values);
          await note(trx, user.id, "changed", { ...before, changed, address: request.ip });
          return repository.one(subject.id, trx);
        });
        return wireWebhook(row, user);
      },
      "DELETE /api/webhooks/{id}": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          await repository.delete(trx, subject.id);
          await note(trx, user.id, "deleted", { ...subject, address: request.ip });
        });
        return {};
      },
      "POST /api/webhooks/{id}/secret": async ({ subject, user, request }) => {
        const secret = newSecret();
        await db.transaction().execute(async (trx) => {
          const until = new Date(clock.now().getTime() + DAY);
          await replaceSecret(trx, subject.id, key.seal(sealedFor, secret), until);
          const changed = ["secret"];
          await note(trx, user.id, "changed", { ...subject, changed, address: request.ip });
        });
        return { secret };
      },
      "POST /api/webhooks/{id}/ping": async ({ subject }) => {
        const id = await deliver.ping(subject.id);
        return wireDelivery(await repository.delivery(id, subject.id));
      },
      "GET /api/webhooks/{id}/deliveries": async ({ subject, query: { failed, search, ...request } }) => {
        const { rows, total } = await repository.deliveries(subject.id, request, {
          onlyFailed: failed !== undefined,
          search,
        });
        return { items: rows.map(wireDelivery), total, ...request };
      },
      "POST /api/webhooks/{id}/deliveries/{delivery}/again": async ({ subject, params }) => {
        const { id } = await repository.delivery(params.delivery, subject.id);
        await deliver.now(id);
        return wireDelivery(await repository.delivery(id, subject.id));
      },
    }),
  };
}

const note = (
  trx: Trx,
  id_user: number,
  verb: "created" | "changed" | "deleted",
  { id, url, changed, address }: { id: number; url: string; changed?: readonly string[]; address: string },
) =>
  recordActivity(trx, {
    id_user,
    action: `webhook.${verb}`,
    subject: { kind: "webhook", id, name: new URL(url).host },
    ...(changed && { changed }),
    address,
  });

/** Checks that the address may be called, and that the user sees the project. */
async function check(
  { url, id_project }: { url?: string | undefined; id_project?: number | null | undefined },
  user: SessionUser,
  { addresses, projects }: { addresses: AddressPolicy } & Pick<WebhooksOptions, "projects">,
): Promise<void> {
  if (url !== undefined) addresses.check(new URL(url));
  if (typeof id_project === "number") await authorize(projects, "view", id_project, user);
}
