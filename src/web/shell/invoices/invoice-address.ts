import type { Language } from "#contract/languages.ts";

/** Where a bill's PDF is looked at in the browser, or fetched to be kept. */
export const invoiceAddress = (id: number, way: "view" | "download", language: Language): string =>
  `/api/invoices/${id}/${way}?lang=${language}`;
