import { useQuery } from "@tanstack/react-query";
import { ApiError, call } from "#web/lib/client.ts";
import { logFailure } from "#web/lib/log.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { keys } from "./notifications.cache.ts";

/** Logs a failure here without a toast. */
export async function logged<T>(text: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError) logFailure(text, error);
    throw error;
  }
}

/** The number of unread notifications, the same everywhere; undefined until it is known. */
export function useUnread(): number | undefined {
  const { data } = useQuery({
    queryKey: keys.unread,
    enabled: useSettled(),
    queryFn: async ({ signal }) => {
      const asked = call("GET /api/notifications/unread", {}, { signal });
      return (await logged("Failed to fetch the number of unread notifications:", asked)).unread;
    },
  });
  return data;
}
