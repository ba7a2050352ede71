import { describe, expect, it } from "vitest";
import { moneyText } from "./money.ts";

describe("amount in the words of a language", () => {
  it("has as many digits as its currency uses, and loses none of them", () => {
    expect(moneyText(125_050, "USD", "en")).toBe("US$1,250.50");
    expect(moneyText(7005, "KWD", "en")).toBe("KWD\u00a07.005");
    expect(moneyText(500, "JPY", "en")).toBe("JP¥500");
    expect(moneyText(9_007_199_254_740_991, "USD", "en")).toBe("US$90,071,992,547,409.91");
  });

  it("keeps the order of its currency sign within Arabic", () => {
    const text = moneyText(4950, "USD", "ar");
    expect(text).toContain("49.50");
    expect(text).toContain("\u2068US$\u2069");
  });
});
