import { describe, expect, it } from "vitest";
import arErrors from "#i18n/ar/errors.json" with { type: "json" };
import enErrors from "#i18n/en/errors.json" with { type: "json" };
import { ApiError } from "./client.ts";
import { failureTitle } from "./failure-toast.ts";
import { createTranslate } from "./translate.ts";

describe.each([
  ["en", enErrors],
  ["ar", arErrors],
] as const)("the title of a toast about a failure in %s", (language, errors) => {
  const t = createTranslate(language, { errors });

  it.each([
    [0, "network"],
    [403, "forbidden"],
    [404, "not_found"],
    [422, "validation"],
    [429, "rate_limited"],
    [500, "server"],
    [503, "server"],
    [400, "error"],
    [409, "error"],
    [401, "error"],
  ] as const)("of status %i is that of “%s”", (status, title) => {
    expect(failureTitle(new ApiError(status, "UNKNOWN", ""), t)).toBe(errors.title[title]);
  });

  it("without an answer of the server is the general one", () => {
    expect(failureTitle(new Error("broken"), t)).toBe(errors.title.error);
  });
});
