import { onlineManager } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { ApiError } from "./client.ts";
import { queryClient, retryDelay } from "./query.ts";

const retry = queryClient.getDefaultOptions().queries?.retry;
const isTriedAgain = (failures: number, error: Error) =>
  typeof retry === "function" && retry(failures, error);

describe("a failed query", () => {
  it("is tried three times in all when the server is unreachable or failing", () => {
    for (const status of [0, 500, 503]) {
      const error = new ApiError(status, "UNKNOWN", "");
      expect([0, 1, 2].map((failures) => isTriedAgain(failures, error))).toEqual([true, true, false]);
    }
  });

  it("is not retried after a refusal", () => {
    for (const status of [401, 403, 404, 422, 429]) {
      expect(isTriedAgain(0, new ApiError(status, "UNKNOWN", ""))).toBe(false);
    }
  });

  it("waits longer before each retry, up to half a minute", () => {
    const down = new ApiError(0, "NETWORK", "");
    expect([0, 1, 2, 9].map((tried) => retryDelay(tried, down))).toEqual([1000, 2000, 4000, 30_000]);
  });
});

describe("a mutation without a connection", () => {
  it("fails with an error instead of being queued silently and sent later", async () => {
    onlineManager.setOnline(false);
    let tries = 0;
    const mutation = queryClient.getMutationCache().build(queryClient, {
      mutationFn: () => {
        tries += 1;
        return Promise.reject(new ApiError(0, "NETWORK", ""));
      },
    });
    await expect(mutation.execute(undefined)).rejects.toMatchObject({ code: "NETWORK" });
    onlineManager.setOnline(true);
    expect([tries, mutation.state.isPaused]).toEqual([1, false]);
  });
});
