import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currencies, toDecimal } from "#contract/currencies.ts";
import { typedMoney } from "./typed-money.ts";

describe("a typed amount", () => {
  it.each([
    ["12.5", "USD", 1250],
    [" 12 ", "USD", 1200],
    ["1,250.5", "USD", 125_050],
    ["1,250,000", "USD", 125_000_000],
    ["12,5", "EUR", 1250],
    ["١٬٢٥٠٫٥", "AED", 125_050],
    ["٧", "KWD", 7000],
    ["0.125", "BHD", 125],
    ["500", "JPY", 500],
  ] as const)("%s of %s is parsed exactly", (text, currency, amount) => {
    expect(typedMoney(text, currency)).toBe(amount);
  });

  it.each([
    ["", "USD"],
    ["12.345", "USD"],
    ["-3", "USD"],
    ["5.5", "JPY"],
    ["1.250,5", "USD"],
    ["twelve", "USD"],
  ] as const)("%s is not an amount of %s", (text, currency) => {
    expect(typedMoney(text, currency)).toBeUndefined();
  });

  it("round-trips the formatted text of every amount in every currency", () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), fc.nat(100_000_000_000), (currency, amount) => {
        expect(typedMoney(toDecimal(amount, currency), currency)).toBe(amount);
      }),
    );
  });
});
