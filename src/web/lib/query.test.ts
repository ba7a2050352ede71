import { describe, expect, it } from "vitest";
import { ApiError } from "./client.ts";
import { isWorthRetrying } from "./query.ts";

describe("a failed read", () => {
  it("is tried three times in all when the server is out of reach or in trouble", () => {
    for (const status of [0, 500, 503]) {
      const error = new ApiError(status, "UNKNOWN", "");
      expect([0, 1, 2].map((failures) => isWorthRetrying(failures, error))).toEqual([true, true, false]);
    }
  });

  it("is not tried again when it was refused", () => {
    for (const status of [401, 403, 404, 422, 429]) {
      expect(isWorthRetrying(0, new ApiError(status, "UNKNOWN", ""))).toBe(false);
    }
  });
});
