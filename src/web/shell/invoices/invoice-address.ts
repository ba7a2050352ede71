import type { Language } from "#contract/languages.ts";

/** URL of an invoice's PDF, to view in the browser or to download. */
export const invoiceAddress = (id: number, way: "view" | "download", language: Language): string =>
  `/api/invoices/${id}/${way}?lang=${language}`;
