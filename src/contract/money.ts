import { z } from "zod";
import { currencies } from "./currencies.ts";

/**
 * Money is an integer in the currency's smallest unit (cents, fils), never a fraction: `{ amount: 1250, currency: "USD"
 * }` is twelve dollars fifty. `minorDigits` in currencies.ts gives the number of decimal digits.
 */
export const Minor = z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

/** An entered price: zero or more. */
export const Price = z
  .number({ error: "money.price_range" })
  .int({ error: "money.price_range" })
  .min(0, { error: "money.price_range" })
  .max(100_000_000_000, { error: "money.price_range" });

export const Currency = z.enum(currencies);
export type Currency = z.output<typeof Currency>;

export const Money = z.object({ amount: Minor, currency: Currency });
export type Money = z.output<typeof Money>;
