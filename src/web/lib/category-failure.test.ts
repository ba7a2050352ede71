import { describe, expect, it } from "vitest";
import ar from "#i18n/ar/errors.json" with { type: "json" };
import en from "#i18n/en/errors.json" with { type: "json" };
import { categoryFailureText } from "./category-failure.ts";
import { ApiError } from "./client.ts";
import { createTranslate } from "./translate.ts";

const t = createTranslate("en", { errors: en });
const inArabic = createTranslate("ar", { errors: ar });

/** A refusal that is named in one of the four places. */
const named = {
  code: (name: string) => new ApiError(400, name as ApiError["code"], ""),
  error: (name: string) => new ApiError(400, "UNKNOWN", "", { error: name }),
  message: (name: string) => new ApiError(400, "UNKNOWN", name),
};

describe("the reason why categories did not load", () => {
  it.each(["code", "error", "message"] as const)("is read from `%s`, in any case", (place) => {
    const say = (name: string) => categoryFailureText(named[place](name), t);
    expect(say("not_found")).toBe("Not Found.");
    expect(say("NOT_FOUND")).toBe("Not Found.");
    expect(say("unauthorized")).toBe("You do not have permission to view this page.");
    expect(say("no_categories_found")).toBe("No categories found.");
    expect(say("error")).toBe("Error retreiving categories.");
    expect(say("something_else")).toBe("Error connecting to the server. Please try again.");
  });

  it("is derived from the status where no name is given", () => {
    const say = (status: number) => categoryFailureText(new ApiError(status, "UNKNOWN", ""), t);
    expect([401, 403, 404, 500, 502].map(say)).toEqual([
      "You do not have permission to view this page.",
      "You do not have permission to view this page.",
      "Not Found.",
      "Error retreiving categories.",
      "Error connecting to the server. Please try again.",
    ]);
  });

  it("prefers the name to the status, and `code` to the others", () => {
    const both = new ApiError(404, "UNKNOWN", "unauthorized", { error: "no_categories_found" });
    expect(categoryFailureText(both, t)).toBe("No categories found.");
    expect(categoryFailureText(new ApiError(500, "FORBIDDEN", "not_found"), t)).toBe(
      "You do not have permission to view this page.",
    );
  });

  it("is the connection where there was no answer, in either language", () => {
    const lost = new ApiError(0, "NETWORK", "Network connection error.");
    expect(categoryFailureText(lost, t)).toBe("Error connecting to the server. Please try again.");
    expect(categoryFailureText(lost, inArabic)).toBe(ar.categories.other);
  });
});
