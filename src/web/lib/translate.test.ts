import { describe, expect, it } from "vitest";
import ar from "#i18n/ar/common.json" with { type: "json" };
import en from "#i18n/en/common.json" with { type: "json" };
import { ApiError } from "./client.ts";
import { withRetries } from "./i18n.ts";
import { createTranslate, type TextKey } from "./translate.ts";

const english = createTranslate("en", { common: en });
const arabic = createTranslate("ar", { common: ar });

describe("a translated text", () => {
  it("is found by its key and filled with values", () => {
    expect(english("common.counter", { count: 12, max: 100 })).toBe("12/100 characters");
    expect(english("common.drop.too_large", { n: 5 })).toBe("File is larger than 5 bytes");
  });

  it("has a singular and a plural form in English, and a text of its own for zero", () => {
    const results = [0, 1, 2, 25].map((count) => english("common.results", { count }));
    expect(results).toEqual(["No results", "1 result", "2 results", "25 results"]);
  });

  it("has all six plural forms in Arabic", () => {
    const results = [0, 1, 2, 3, 11, 100].map((count) => arabic("common.results", { count }));
    expect(results).toEqual(["لا توجد نتائج", "نتيجة واحدة", "نتيجتان", "3 نتائج", "11 نتيجة", "100 نتيجة"]);
  });

  it("separates the thousands of quantities, and of nothing else", () => {
    const values = { count: 12_345, max: 20_000 };
    expect(english("common.counter", values)).toBe("12,345/20,000 characters");
    expect(arabic("common.results", { count: 12_345 })).toBe("\u206812,345\u2069 نتيجة");
    const planted = createTranslate("en", { common: { deleted: "{{name}} deleted" } });
    expect(planted("common.deleted", { name: 12_345 })).toBe("12345 deleted");
  });

  it("shows its key when it does not exist, and the placeholder of a missing value", () => {
    expect(english("common.nowhere" as TextKey)).toBe("common.nowhere");
    expect(english("common.drop.too_large")).toBe("File is larger than {{n}} bytes");
  });

  it("isolates values that would reverse an English sentence, and no others", () => {
    const planted = createTranslate("en", { common: { deleted: "{{name}} deleted" } });
    const deleted = (name: string | number) => planted("common.deleted", { name });
    expect(deleted("الطابق 3")).toBe("\u2068الطابق 3\u2069 deleted");
    expect(deleted("קומה 3")).toBe("\u2068קומה 3\u2069 deleted");
    expect(deleted("-2 Basement")).toBe("-2 Basement deleted");
    expect(deleted(-2)).toBe("-2 deleted");
  });

  it("isolates values that would reverse an Arabic sentence, and no others", () => {
    const planted = createTranslate("ar", { common: { deleted: "تم حذف {{name}}" } });
    const deleted = (name: string | number) => planted("common.deleted", { name });
    for (const name of ["-2 Basement", "#12 B", "Gate 2.", "3840×1920", "الطابق -2"]) {
      expect(deleted(name)).toBe(`تم حذف \u2068${name}\u2069`);
    }
    expect(deleted("الطابق 3")).toBe("تم حذف الطابق 3");
    expect(deleted(12)).toBe("تم حذف 12");
    expect(deleted("\u2068Gate 2.\u2069")).toBe("تم حذف \u2068Gate 2.\u2069");
  });
});

describe("the loader of texts", () => {
  async function failing(error: Error) {
    const waits: number[] = [];
    const load = async (): Promise<never> => {
      throw error;
    };
    const wait = async (delay: number) => void waits.push(delay);
    let ended: unknown = null;
    try {
      await withRetries(load, wait);
    } catch (reason) {
      ended = reason;
    }
    return { waits, ended };
  }

  it("retries five times from 350 ms, doubling, when the server or the network fails", async () => {
    for (const status of [0, 500, 503]) {
      const { waits, ended } = await failing(new ApiError(status, "UNKNOWN", "down"));
      expect(waits).toEqual([350, 700, 1400, 2800, 5600]);
      expect(ended).toBeInstanceOf(ApiError);
    }
  });

  it("does not retry after a status from 400 to 499", async () => {
    for (const status of [400, 404, 429, 499]) {
      expect((await failing(new ApiError(status, "UNKNOWN", "no"))).waits).toEqual([]);
    }
  });
});
