/** Where a user sees and downloads their own invoices. */
export const ownInvoicesPath = "/profile?tab=billing";
