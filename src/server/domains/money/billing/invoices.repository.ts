import { type SqlBool, sql } from "kysely";
import type { InvoiceStatus } from "#contract/choices.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import type { Day } from "../plans/cycles.ts";
import type { InvoiceRecord } from "./billing.policy.ts";
import { dueDateSql } from "./deadline.ts";
import type { InvoiceLinesTable } from "./tables.ts";

export interface InvoiceFilters {
  /** Only those of this customer; null: of all. */
  readonly id_user: number | null;
  readonly status?: InvoiceStatus | undefined;
  /** `today`: only unpaid ones that were due before it, or with `overdue: false` all others. */
  readonly overdue?: boolean | undefined;
  readonly today: Day;
  readonly year?: number | undefined;
  readonly search?: string | undefined;
  readonly sort: "issued" | "number" | "total" | "due" | "status";
}

const orders = {
  issued: sql`i.issued_at desc, i.id desc`,
  number: sql`i.year desc, i.sequence desc`,
  total: sql`i.total desc, i.id desc`,
  due: sql`${dueDateSql}, i.id`,
  // Unpaid invoices come first.
  status: sql`array_position(array['unpaid', 'paid', 'void'], i.status), i.issued_at desc, i.id desc`,
} as const;

export function createInvoicesRepository(db: Database) {
  const found = (filters: InvoiceFilters) => {
    const { id_user, status, overdue, today, year, search } = filters;
    const isOverdue = sql<SqlBool>`(i.status = 'unpaid' and ${dueDateSql} < ${today}::date)`;
    return db
      .selectFrom("invoices as i")
      .where("i.hidden_at", "is", null)
      .$if(id_user !== null, (query) => query.where("i.id_user", "=", id_user))
      .$if(status !== undefined, (query) => query.where("i.status", "=", status ?? "unpaid"))
      .$if(overdue !== undefined, (query) => query.where(isOverdue, "=", overdue ?? true))
      .$if(year !== undefined, (query) => query.where("i.year", "=", year ?? 0))
      .$if(search !== undefined && search !== "", (query) => {
        const pattern = likePattern(search ?? "");
        return query.where((where) =>
          where.or([
            where("i.number", "ilike", pattern),
            ...["name", "company", "email"].map((field) =>
              where(sql<string>`i.customer ->> ${sql.lit(field)}`, "ilike", pattern),
            ),
          ]),
        );
      });
  };

  return {
    async page(filters: InvoiceFilters, page: PageRequest): Promise<Page<InvoiceRecord>> {
      const [rows, { total }] = await Promise.all([
        found(filters)
          .selectAll("i")
          .orderBy(orders[filters.sort])
          .limit(page.per_page)
          .offset(offsetOf(page))
          .execute(),
        found(filters)
          .select((count) => count.fn.countAll<number>().as("total"))
          .executeTakeFirstOrThrow(),
      ]);
      return { rows, total };
    },

    /** All of them, in batches. */
    async *each(filters: InvoiceFilters, portion = 500): AsyncGenerator<InvoiceRecord> {
      for (let page = 1; ; page += 1) {
        const rows = await found(filters)
          .selectAll("i")
          .orderBy(orders[filters.sort])
          .limit(portion)
          .offset(offsetOf({ page, per_page: portion }))
          .execute();
        yield* rows;
        if (rows.length < portion) return;
      }
    },

    unpaidOf: (userId: number): Promise<InvoiceRecord[]> =>
      db
        .selectFrom("invoices")
        .selectAll()
        .where("id_user", "=", userId)
        .where("status", "=", "unpaid")
        .orderBy("billing_end", "desc")
        .orderBy("id")
        .execute(),

    shown: (id: number): Promise<InvoiceRecord | undefined> =>
      db
        .selectFrom("invoices")
        .selectAll()
        .where("id", "=", id)
        .where("hidden_at", "is", null)
        .executeTakeFirst(),

    linesOf: (id: number, from: Database | Trx = db): Promise<InvoiceLinesTable[]> =>
      from.selectFrom("invoice_lines").selectAll().where("id_invoice", "=", id).orderBy("position").execute(),
  };
}

export type InvoicesRepository = ReturnType<typeof createInvoicesRepository>;
