import { afterEach, describe, expect, it, vi } from "vitest";
import { textsOf } from "./all-texts.ts";
import { ApiError } from "./client.ts";
import { errorText, fieldError, translateMaybe } from "./error-text.ts";
import { retryDelay } from "./query.ts";
import { createTranslate } from "./translate.ts";

const en = createTranslate("en", await textsOf("en"));
const ar = createTranslate("ar", await textsOf("ar"));
const said = (message: string, status = 400) => errorText(new ApiError(status, "UNKNOWN", message), en);

afterEach(() => void vi.restoreAllMocks());

describe("the text of a server or a browser, in any case", () => {
  it.each([
    ["connect ECONNREFUSED 127.0.0.1", "Unable to connect to the server. Please try again later."],
    ["Connection refused", "Unable to connect to the server. Please try again later."],
    ["Token has expired", "Your session has expired. Please log in again."],
    ["unauthenticated.", "Your session has expired. Please log in again."],
    ["INVALID TOKEN", "Your session is invalid."],
    ["The request timed out", "The request timed out. Please try again."],
    ["Network Error", "Network connection error. Please check your internet connection and try again."],
    ["The file is too large", "The file is too large. Please choose a smaller file."],
  ])("as '%s' reads '%s'", (message, sentence) => {
    expect(said(message)).toBe(sentence);
  });

  it("takes precedence over the status", () => {
    expect(said("Invalid token", 404)).toBe("Your session is invalid.");
    expect(said("Room 3 is locked", 500)).toBe("Room 3 is locked");
  });

  it("distinguishes between no connection at all and an unreachable server", () => {
    const lost = new ApiError(0, "NETWORK", "");
    const online = vi.spyOn(navigator, "onLine", "get");
    online.mockReturnValue(false);
    expect(errorText(lost, en)).toBe("No internet connection. Please check your connection and try again.");
    online.mockReturnValue(true);
    expect(errorText(lost, en)).toBe(
      "Network connection error. Please check your internet connection and try again.",
    );
  });

  it("is an unexpected error when it is unknown", () => {
    const unexpected =
      "An unexpected error occurred. Please try again or contact support if the problem persists.";
    expect(said("", 418)).toBe(unexpected);
    expect(errorText(new Error("x is undefined"), en)).toBe(unexpected);
  });
});

describe("a refusal at a field", () => {
  const refusal = new ApiError(422, "VALIDATION", "", {
    fields: { name: ["visits.name_required", "second"], area: ["Too small"] },
  });

  it("is its first message, translated where it is one of ours", () => {
    expect(fieldError(refusal, "name", en)).toBe("Visit name is required");
    expect(fieldError(refusal, "name", ar)).toBe(ar("visits.name_required"));
    expect(fieldError(refusal, "area", en)).toBe("Too small");
    expect(fieldError(refusal, "year", en)).toBeUndefined();
    expect(translateMaybe("Dear reader.", en)).toBe("Dear reader.");
  });
});

describe("the delay before a read is retried", () => {
  it("grows by half when the answer was late, doubles otherwise, and ends at half a minute", () => {
    const late = new ApiError(0, "TIMEOUT", "");
    const trouble = new ApiError(503, "UNAVAILABLE", "");
    expect([0, 1, 2].map((tried) => retryDelay(tried, late))).toEqual([1000, 1500, 2250]);
    expect([0, 1, 2].map((tried) => retryDelay(tried, trouble))).toEqual([1000, 2000, 4000]);
    expect([20, 20].map((tried, at) => retryDelay(tried, at === 0 ? late : trouble))).toEqual([
      30_000, 30_000,
    ]);
  });
});
