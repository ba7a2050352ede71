import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./client.ts";

const attempts = 3;

/** Only what may go away by itself is asked again: the network, a slow answer, an error of the server. */
function mayRecover(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Doubles from 1 s; time-outs grow by half; never over 30 s. */
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
    // Repeating a write may do it twice, so a failed one is repeated only by the person; and without a connection it
    // fails and says so, instead of waiting unseen for one.
    mutations: { retry: false, networkMode: "always" },
  },
});
