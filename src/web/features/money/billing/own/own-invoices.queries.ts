import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#web/lib/client.ts";

export const invoicesPerPage = 12;

/** What is owed and will be. */
export function useBilling() {
  return useQuery({
    queryKey: ["billing", "summary"],
    queryFn: ({ signal }) => call("GET /api/user/billing", {}, { signal }),
    staleTime: 0,
  });
}

/** One's own bills, newest first; of a super admin his own as well, not everybody's. */
export function useOwnInvoices(id_user: number, page: number) {
  return useQuery({
    queryKey: ["billing", "own", id_user, page],
    queryFn: ({ signal }) =>
      call("GET /api/invoices", { query: { id_user, page, per_page: invoicesPerPage } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
