import { type Selectable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import type { WebhookDeliveriesTable, WebhooksTable } from "./tables.ts";
import "./tables.ts";

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;
/** With the name of its project and its delivery status. */
export interface WebhookRow extends Selectable<WebhooksTable> {
  /** Null for all projects, and for a project that the webhook's owner may no longer see. */
  readonly project: string | null;
}

export type WebhookValues = Partial<
  Pick<WebhookRow, "url" | "description" | "events" | "id_project" | "is_active">
>;

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;

export function createWebhooksRepository(db: Database) {
  const rows = (from: Database | Trx = db) =>
    from
      .selectFrom("webhooks as w")
      .leftJoin("projects as p", (join) => join.onRef("p.id", "=", "w.id_project").on(seenByOwner))
      .selectAll("w")
      .select("p.name as project");

  return {
    list: (userId: number): Promise<WebhookRow[]> =>
      rows().where("w.id_user", "=", userId).orderBy("w.id", "desc").execute(),

    one: (id: number, from: Database | Trx = db): Promise<WebhookRow> =>
      rows(from)
        .where("w.id", "=", id)
        .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND")),

    /** Throws WEBHOOKS_FULL. Locks the user's row, so that two parallel calls cannot exceed the limit. */
    async insert(
      trx: Trx,
      id_user: number,
      values: Required<Pick<WebhookValues, "url" | "events">> & WebhookValues & { readonly secret: string },
    ): Promise<number> {
      await trx.selectFrom("users").select("id").where("id", "=", id_user).forUpdate().execute();
      const { count } = await trx
        .selectFrom("webhooks")
        .select(sql<number>`count(*)`.as("count"))
        .where("id_user", "=", id_user)
        .executeTakeFirstOrThrow();
      const n = limits.webhook.perPerson;
      if (count >= n) throw new AppError("WEBHOOKS_FULL", { values: { n } });
      const { id } = await trx
        .insertInto("webhooks")
        .values({
          id_user,
          id_project: null,
          ...values,
          old_secret: null,
          old_secret_until: null,
          failing_since: null,
          stopped_at: null,
          last_delivery_at: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Switching resets the state; deliveries that waited while it was off are dropped. */
    async update(trx: Trx, id: number, values: WebhookValues): Promise<void> {
      const switched = values.is_active !== undefined && { failing_since: null, stopped_at: null };
      await trx
        .updateTable("webhooks")
        .set({ ...values, ...switched })
        .where("id", "=", id)
        .execute();
      if (values.is_active === false) await giveUpWaiting(trx, id);
    },

    delete: (trx: Trx, id: number) => trx.deleteFrom("webhooks").where("id", "=", id).execute(),

    async deliveries(id: number, request: PageRequest, filter: Filter): Promise<Page<DeliveryRow>> {
      let found = db.selectFrom("webhook_deliveries").where("id_webhook", "=", id);
      if (filter.onlyFailed) found = found.where("state", "=", "failed");
      if (filter.search !== undefined)
        found = found.where("event", "=", filter.search as DeliveryRow["event"]);
      const [listed, { total }] = await Promise.all([
        found.selectAll().orderBy("id", "desc").limit(request.per_page).offset(offsetOf(request)).execute(),
        found.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow(),
      ]);
      return { rows: listed, total };
    },

    /** A delivery of this webhook. Throws NOT_FOUND. */
    delivery: (id: number, webhookId: number): Promise<DeliveryRow> =>
      db
        .selectFrom("webhook_deliveries")
        .selectAll()
        .where("id", "=", id)
        .where("id_webhook", "=", webhookId)
        .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND")),

    async prune(): Promise<void> {
      await sql`
        delete from webhook_deliveries
        where created_at < now() - make_interval(days => ${limits.webhook.keptDays})`.execute(db);
      await sql`
        update webhooks set old_secret = null, old_secret_until = null where old_secret_until < now()`.execute(
        db,
      );
    },
  };
}

/** On `webhooks w` and `projects p`: a user who left the project does not see its later names. */
const seenByOwner = sql<boolean>`(
  exists (select from project_members m where m.id_project = p.id and m.id_user = w.id_user)
  or exists (select from users u where u.id = w.id_user and u.role = 'super_admin')
  or (p.is_public and p.active and p.validated))`;

export interface Filter {
  readonly onlyFailed: boolean;
  /** Name of an event. */
  readonly search: string | undefined;
}

export async function giveUpWaiting(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "failed", next_try_at: null, answer: "switched off before it was sent" })
    .where("id_webhook", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** The previous secret stays valid until then, so that receivers can be updated. */
export async function replaceSecret(trx: Trx, id: number, secret: string, oldUntil: Date): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set((row) => ({ old_secret: row.ref("secret"), old_secret_until: oldUntil, secret }))
    .where("id", "=", id)
    .execute();
}
