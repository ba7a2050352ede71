import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { InvoiceDetail, invoiceSorts } from "#contract/billing.ts";
import type { InvoiceStatus } from "#contract/choices.ts";
import { call, quiet } from "#web/lib/client.ts";

export type InvoiceSort = (typeof invoiceSorts)[number];

export interface InvoiceFilter {
  readonly search: string;
  /** Id of the customer whose invoices are shown. */
  readonly user: number | null;
  readonly status: InvoiceStatus | null;
  readonly overdue: boolean;
  readonly year: number | null;
  readonly sort: InvoiceSort;
  readonly page: number;
}

export const invoicesPerPage = 25;

const keys = {
  all: ["invoices"],
  lists: ["invoices", "list"],
  list: (filter: InvoiceFilter) => ["invoices", "list", filter],
  one: (id: number) => ["invoices", "one", id],
} as const;

/** Query parameters for the server, also for the export. */
export const wireFilter = ({ search, user, status, overdue, year, sort }: InvoiceFilter) => ({
  sort,
  ...(search !== "" && { search }),
  ...(user !== null && { id_user: user }),
  ...(status !== null && { status }),
  ...(overdue && { overdue: 1 as const }),
  ...(year !== null && { year }),
});

export function useInvoices(filter: InvoiceFilter) {
  return useQuery({
    queryKey: keys.list(filter),
    queryFn: ({ signal }) =>
      call(
        "GET /api/invoices",
        { query: { page: filter.page, per_page: invoicesPerPage, ...wireFilter(filter) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useInvoice(id: number) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => call("GET /api/invoices/{id}", { params: { id } }, { signal }),
  });
}

/** Stores the changed invoice, and invalidates lists and sums. */
function useKept(): (invoice: InvoiceDetail) => Promise<void> {
  const client = useQueryClient();
  return async (invoice) => {
    client.setQueryData(keys.one(invoice.id), invoice);
    await refreshLists(client);
  };
}

async function refreshLists(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.lists }),
    client.invalidateQueries({ queryKey: ["billing"] }),
  ]);
}

export function useMarkPaid() {
  return useMutation({
    mutationFn: ({ id, paid_at }: { id: number; paid_at: string | null }) =>
      call(
        "PUT /api/invoices/{id}/mark-paid",
        { params: { id }, body: paid_at === null ? {} : { paid_at } },
        quiet,
      ),
    onSuccess: useKept(),
  });
}

export function useMarkUnpaid() {
  return useMutation({
    mutationFn: (id: number) => call("PUT /api/invoices/{id}/mark-unpaid", { params: { id } }, quiet),
    onSuccess: useKept(),
  });
}

export function useExtend() {
  return useMutation({
    mutationFn: ({ id, due_date }: { id: number; due_date: string }) =>
      call("PUT /api/invoices/{id}/extend", { params: { id }, body: { due_date } }, quiet),
    onSuccess: useKept(),
  });
}

export function useVoid() {
  return useMutation({
    mutationFn: (id: number) => call("PUT /api/invoices/{id}/void", { params: { id } }, quiet),
    onSuccess: useKept(),
  });
}

export function useDeleteInvoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/invoices/{id}", { params: { id } }, quiet),
    // Does not invalidate the invoice itself: its page may still be open, and would only get a 404.
    onSuccess: () => refreshLists(client),
  });
}

export function useGenerate() {
  return useMutation({
    mutationFn: (id_user: number) => call("POST /api/invoices/generate", { body: { id_user } }, quiet),
    onSuccess: useKept(),
  });
}

export type BulkAct = "mark-paid" | "void";

export function useBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { ids: number[]; action: BulkAct }) => call("PUT /api/invoices/bulk", { body }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}
