import { invoiceStatuses } from "#contract/choices.ts";
import { yearFrom } from "#web/lib/list-fields.ts";
import { choice, flag, listState, record, text } from "#web/lib/list-state.ts";
import type { InvoiceSort } from "./invoices.queries.ts";

export const statuses = invoiceStatuses;
export const sorts = ["issued", "due", "total", "number", "status"] as const satisfies readonly InvoiceSort[];
/** No invoice is older; the newest is this year's. */
const firstYear = 2020;

export const invoiceList = listState<"GET /api/invoices">()({
  search: text,
  user: record,
  status: choice(statuses, null),
  overdue: flag,
  year: yearFrom(firstYear),
  sort: choice(sorts, "issued"),
});

/** Years to select from, newest first; older ones only by the address. */
export const yearsUpTo = (now: number): number[] =>
  Array.from({ length: 6 }, (_, back) => now - back).filter((year) => year >= firstYear);
