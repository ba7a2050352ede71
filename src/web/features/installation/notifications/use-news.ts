import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useChannel } from "#web/lib/realtime.ts";
import { useFollow } from "#web/shell/use-follow.ts";
import { readNews } from "./news.ts";
import { refresh, refreshIfCountDiffers, takeCount, takeNews } from "./notifications.cache.ts";

/** Subscribes to a user's notifications while mounted. Returns the title of the newest one, for screen readers. */
export function useNews(id_user: number): string | null {
  const client = useQueryClient();
  const follow = useFollow();
  const isHeard = useRef(false);
  const [title, setTitle] = useState<string | null>(null);
  useChannel(`private-user-${id_user}`, {
    "new-notification": (data) => {
      const news = readNews(data);
      if (news === null) return;
      takeNews(client, news);
      setTitle(news.notification.title);
      if (news.browser)
        // If the browser's notification cannot be shown, it is in the bell all the same.
        void import("./desktop.ts").then(
          ({ showOnDesktop }) => showOnDesktop(news.notification, follow),
          () => undefined,
        );
    },
    "notifications-changed": (data) => {
      const { unread } = (data ?? {}) as { unread?: unknown };
      if (typeof unread === "number") takeCount(client, unread);
      else refresh(client);
    },
    // After every reconnection; notifications sent before the subscription are fetched.
    "pusher:subscription_succeeded": () => {
      if (isHeard.current) refresh(client);
      else void refreshIfCountDiffers(client);
      isHeard.current = true;
    },
  });
  return title;
}
