import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#web/lib/client.ts";

export const invoicesPerPage = 12;

/** Loads unpaid and upcoming amounts. */
export function useBilling() {
  return useQuery({
    queryKey: ["billing", "summary"],
    queryFn: ({ signal }) => call("GET /api/user/billing", {}, { signal }),
    staleTime: 0,
  });
}

/** Loads the user's own invoices, newest first; for a super admin also only their own. */
export function useOwnInvoices(id_user: number, page: number) {
  return useQuery({
    queryKey: ["billing", "own", id_user, page],
    queryFn: ({ signal }) =>
      call("GET /api/invoices", { query: { id_user, page, per_page: invoicesPerPage } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
