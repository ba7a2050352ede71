/** Where a user sees and downloads their own invoices. */
export const ownBills = "/profile?tab=billing";
