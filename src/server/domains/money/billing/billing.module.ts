import type { FastifyInstance } from "fastify";
import { billingApi } from "#contract/billing.ts";
import type { Language } from "#contract/languages.ts";
import type { SettingValues } from "#contract/settings.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { type Download, disposition } from "#server/platform/http/download.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Subscriptions } from "../plans/subscriptions.ts";
import { writeBills } from "./billing.jobs.ts";
import { type InvoiceRecord, invoicePolicy } from "./billing.policy.ts";
import { createBillingRun } from "./billing-run.ts";
import { isHeldUp } from "./deadline.ts";
import { type Changer, createInvoiceChanges, recordIssued } from "./invoice-changes.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { exportInvoices } from "./invoices.export.ts";
import { createInvoicesRepository } from "./invoices.repository.ts";
import { createReminder } from "./remind.ts";
import { samples } from "./samples.ts";
import { createSummary } from "./summary.ts";
import { createTempUrls, tempUrlPath } from "./temp-urls.ts";
import { wireInvoice, wireInvoiceDetail } from "./wire.ts";

export interface BillingOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, "emit">;
  readonly key: AppKey;
  readonly settings: { get(): SettingValues };
  readonly notices: Notices;
  readonly log: Log;
  readonly pdf: PdfDrawing;
  readonly closeCycle: Subscriptions["closeCycle"];
}

interface Caller {
  readonly user: SessionUser;
  readonly request: { readonly ip: string };
}

export function billingModule(options: BillingOptions) {
  const { db, clock, key, notices } = options;
  const invoices = createInvoicesRepository(db);
  const summaryOf = createSummary({ ...options, invoices });
  const changes = createInvoiceChanges({ db, clock, bus: options.bus });
  const tempUrls = createTempUrls(key);
  const { today } = changes;
  const run = createBillingRun({
    ...options,
    told: (trx, { id_user, number }) =>
      notices.notify(trx, {
        to: id_user === null ? [] : [id_user],
        sort: "bill_issued",
        values: { number },
        link: "/profile?tab=billing",
      }),
  });
  const remind = createReminder(options);
  const by = ({ user, request }: Caller): Changer => ({ user, address: request.ip });
  const detail = async (invoice: InvoiceRecord, user: SessionUser) =>
    wireInvoiceDetail(invoice, await invoices.linesOf(invoice.id), { user, today: today() });
  const file = async (invoice: InvoiceRecord, language?: Language) =>
    invoicePdf(invoice, await invoices.linesOf(invoice.id), options.pdf, language);

  const files = fileDoor({ db, clock, tempUrls, invoices, file });

  return {
    policies: { invoice: invoicePolicy(db) },
    offers: {
      /** Whether the user is read-only because of an overdue payment. */
      isHeldUp: (user: SessionUser): boolean => isHeldUp(user, today()),
    },
    jobs: [
      /** Invoices of ended cycles, and reminders of due payments. */
      jobWorker(writeBills, async () => {
        await run.billAll();
        await remind();
      }),
    ],
    schedules: [scheduledJob("10 * * * *", writeBills)],
    doors: [files],
    samples,
    handlers: handlers(billingApi, {
      "GET /api/user/billing": ({ user }) => summaryOf(user.id),
      "GET /api/users/{id}/billing": ({ params }) => summaryOf(params.id),
      "GET /api/invoices": async ({ query, user }) => {
        const { page, per_page, with_temp_urls, ...filters } = query;
        // Other users see their own, whatever they request.
        const id_user = user.super_admin ? (query.id_user ?? null) : user.id;
        const isNobody = !user.super_admin && query.id_user !== undefined && query.id_user !== user.id;
        if (isNobody) return { items: [], total: 0, page, per_page };
        const { rows, total } = await invoices.page({ ...filters, id_user, today: today() }, query);
        const items = rows.map((row) =>
          wireInvoice(row, {
            user,
            today: today(),
            temp_url: with_temp_urls === true ? tempUrls.of(row.id, clock.now()) : null,
          }),
        );
        return { items, total, page, per_page };
      },
      "GET /api/invoices/export": async ({ query, user }) => {
        const filters = { ...query, id_user: query.id_user ?? null, today: today() };
        return exportInvoices(invoices.each(filters), { language: user.language, today: today() });
      },
      "POST /api/invoices/generate": async ({ body, user, request }) => {
        const invoice = await run.generate(body.id_user, (trx, written) =>
          recordIssued(trx, written, by({ user, request })),
        );
        return detail(invoice, user);
      },
      "PUT /api/invoices/bulk": ({ body, user, request }) =>
        changes.changeAll(body.ids, body.action, by({ user, request })),
      "GET /api/invoices/{id}": ({ subject, user }) => detail(subject, user),
      "GET /api/invoices/{id}/download": ({ subject, query }) => file(subject, query.lang),
      "GET /api/invoices/{id}/view": ({ subject, query }) => file(subject, query.lang),
      "PUT /api/invoices/{id}/mark-paid": async ({ subject, body, user, request }) =>
        detail(await changes.pay(subject.id, body?.paid_at, by({ user, request })), user),
      "PUT /api/invoices/{id}/mark-unpaid": async ({ subject, user, request }) =>
        detail(await changes.change(subject.id, { kind: "unpay" }, by({ user, request })), user),
      "PUT /api/invoices/{id}/extend": async ({ subject, body, user, request }) =>
        detail(
          await changes.change(subject.id, { kind: "extend", until: body.due_date }, by({ user, request })),
          user,
        ),
      "PUT /api/invoices/{id}/void": async ({ subject, user, request }) =>
        detail(await changes.change(subject.id, { kind: "void" }, by({ user, request })), user),
      "DELETE /api/invoices/{id}": async ({ subject, user, request }) => {
        await changes.change(subject.id, { kind: "hide", at: clock.now() }, by({ user, request }));
        return {};
      },
    }),
  };
}

interface FileDoorOptions extends Pick<BillingOptions, "db" | "clock"> {
  readonly tempUrls: ReturnType<typeof createTempUrls>;
  readonly invoices: Pick<ReturnType<typeof createInvoicesRepository>, "shown">;
  readonly file: (invoice: InvoiceRecord) => Promise<Download>;
}

/** `GET /media/invoices/…`: an invoice's PDF for the holder of an address that is at most ten minutes old. */
const fileDoor =
  ({ db, clock, tempUrls, invoices, file }: FileDoorOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { id: string; until: string; signature: string } }>(
      tempUrlPath,
      async ({ params, ip }, reply) => {
        const id = tempUrls.idOf(params, clock.now());
        const invoice = id === null ? undefined : await invoices.shown(id);
        if (invoice === undefined) throw new AppError("NOT_FOUND");
        const { name, record, open } = await file(invoice);
        if (record !== null) await recordActivity(db, { ...record, id_user: null, address: ip });
        void reply.type("application/pdf").headers({
          "cache-control": "private, no-store",
          "content-disposition": disposition(name, "inline"),
          "x-content-type-options": "nosniff",
          "x-robots-tag": "noindex",
        });
        return reply.send(await open());
      },
    );
  };
