import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NotificationPreferences } from "#contract/notifications.ts";
import { call, quiet } from "#web/lib/client.ts";

export type NoticeKind = NotificationPreferences["preferences"][number]["id"];
export type NoticeWay = "bell" | "mail" | "browser";
type Globals = NotificationPreferences["global_settings"];

export interface PreferenceChange {
  global_settings?: Partial<Globals>;
  preferences?: NotificationPreferences["preferences"];
}

const key = ["notifications", "preferences"] as const;

export function useNotificationPreferences() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call("GET /api/notifications/preferences", {}, { signal }),
  });
}

const apply = (before: NotificationPreferences, change: PreferenceChange): NotificationPreferences => ({
  global_settings: { ...before.global_settings, ...change.global_settings },
  preferences: before.preferences.map(
    (preference) => change.preferences?.find(({ id }) => id === preference.id) ?? preference,
  ),
});

/** Optimistic; reverted when the server rejects it. Sequential, so that the last change gives the last answer. */
export function useChangePreferences(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: "notification-preferences" },
    mutationFn: (change: PreferenceChange) =>
      call("PUT /api/notifications/preferences", { body: change }, quiet),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<NotificationPreferences>(key, (before) => before && apply(before, change));
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: key });
      onRefused(error);
    },
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey: [...key] }) <= 1) client.setQueryData(key, saved);
    },
    mutationKey: [...key],
  });
}
