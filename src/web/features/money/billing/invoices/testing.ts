import type { Invoice, InvoiceDetail } from "#contract/billing.ts";

/** Builds an invoice in the shape of the server's answer, for tests. */
export const aBill = (but: Partial<Invoice> = {}): Invoice => ({
  id: 2,
  number: "INV-2026-00002",
  id_user: 7,
  user_name: "Palm Court",
  status: "unpaid",
  billing_start_date: "2026-10-01",
  billing_end_date: "2026-10-31",
  issued_at: "2026-11-01T00:00:00.000Z",
  due_date: "2026-11-30",
  is_overdue: false,
  paid_at: null,
  currency: "USD",
  subtotal: 5600,
  tax: 280,
  total: 5880,
  temp_url: null,
  can: { view: true, edit: true, delete: true },
  ...but,
});

export const aWholeBill = (but: Partial<InvoiceDetail> = {}): InvoiceDetail => ({
  ...aBill(),
  lines: [
    {
      kind: "plan",
      name: "Team",
      from: "2026-10-01",
      to: "2026-10-15",
      quantity: 1,
      unit_price: 4900,
      amount: 2371,
    },
    { kind: "channels", name: "", from: null, to: null, quantity: 2, unit_price: 1500, amount: 3229 },
  ],
  tax_name: "VAT",
  tax_rate: 500,
  seller: { name: "Sitewalk", company: "", address: "", tax_id: "", email: "" },
  customer: {
    name: "Palm Court",
    company: "Palm Court LLC",
    address: "Corniche Road 7",
    tax_id: "100 200",
    email: "bills@example.org",
  },
  note: "",
  ...but,
});
