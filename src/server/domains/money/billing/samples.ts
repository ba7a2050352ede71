import type { billingApi } from "#contract/billing.ts";
import type { SamplePlace, Samples } from "#server/platform/samples.ts";

const byId = ({ id_invoice }: SamplePlace) => ({ params: { id: id_invoice } });

export const samples: Samples<keyof typeof billingApi> = {
  "GET /api/user/billing": () => ({}),
  "GET /api/users/{id}/billing": ({ id_user }) => ({ params: { id: id_user } }),
  "GET /api/invoices": () => ({ query: { status: "unpaid", with_temp_urls: 1 } }),
  "GET /api/invoices/export": () => ({ query: { year: 2026 } }),
  "POST /api/invoices/generate": ({ id_user }) => ({ body: { id_user } }),
  "PUT /api/invoices/bulk": ({ id_invoice }) => ({ body: { ids: [id_invoice], action: "mark-paid" } }),
  "GET /api/invoices/{id}": byId,
  "GET /api/invoices/{id}/download": (place) => ({ ...byId(place), query: { lang: "ar" } }),
  "GET /api/invoices/{id}/view": byId,
  "PUT /api/invoices/{id}/mark-paid": byId,
  "PUT /api/invoices/{id}/mark-unpaid": byId,
  "PUT /api/invoices/{id}/extend": (place) => ({ ...byId(place), body: { due_date: "2027-01-31" } }),
  "PUT /api/invoices/{id}/void": byId,
  "DELETE /api/invoices/{id}": byId,
};
