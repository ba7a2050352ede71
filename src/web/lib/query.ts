import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./client.ts";
import { settleAfter } from "./when-idle.ts";

const attempts = 3;

/** Only failures that may be temporary are retried: the network, a time-out, a server error. */
function mayRecover(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Doubles from 1 s; after time-outs it grows by half; never over 30 s. */
export function retryDelay(tried: number, error: unknown): number {
  const factor = error instanceof ApiError && error.code === "TIMEOUT" ? 1.5 : 2;
  return Math.min(1000 * factor ** tried, 30_000);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < attempts - 1 && mayRecover(error),
      retryDelay,
    },
    // A repeated write may take effect twice, so only the user repeats a failed one; without a connection it fails with
    // an error instead of waiting in the background.
    mutations: { retry: false, networkMode: "always" },
  },
});

settleAfter(() => queryClient.isFetching() > 0);
