import type { AppKey } from "#server/platform/key.ts";

const purpose = "invoice";
const seconds = 600;

/**
 * Addresses of an invoice's PDF that work without signing in for ten minutes: for a print shop, an accountant, an
 * email.
 */
export interface TempUrls {
  of(id: number, now: Date): string;
  /** The invoice that an address was made for, while it is valid. */
  idOf(
    parts: { readonly id: string; readonly until: string; readonly signature: string },
    now: Date,
  ): number | null;
}

export const tempUrlPath = "/media/invoices/:id/:until/:signature";

export function createTempUrls(key: AppKey): TempUrls {
  const text = (id: number, until: number) => `${id}:${until}`;
  return {
    of(id, now) {
      const until = Math.floor(now.getTime() / 1000) + seconds;
      return `/media/invoices/${id}/${until}/${key.sign(purpose, text(id, until))}`;
    },
    idOf({ id, until, signature }, now) {
      if (!/^\d{1,15}$/.test(id) || !/^\d{1,12}$/.test(until)) return null;
      const isRight = key.verify(purpose, text(Number(id), Number(until)), signature);
      return isRight && now.getTime() / 1000 < Number(until) ? Number(id) : null;
    },
  };
}
