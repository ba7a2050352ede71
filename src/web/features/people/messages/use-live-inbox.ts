import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Correspondent } from "#contract/messages.ts";
import { logFailure } from "#web/lib/log.ts";
import { useChannel } from "#web/lib/realtime.ts";
import { refreshInbox, takeMessage } from "./inbox.cache.ts";
import { otherOf, readNewMessage } from "./messages.ts";

/**
 * Subscribes to a user's inbox while mounted. Returns the last sender, for screen readers; undefined before the first
 * message.
 */
export function useLiveInbox(userId: number): Correspondent | null | undefined {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [writer, setWriter] = useState<Correspondent | null>();
  useChannel(
    `private-user-${userId}`,
    {
      "new-message": (data) => {
        const news = readNewMessage(data);
        if (news === null) return;
        takeMessage(client, news.message, userId, news.unread);
        setWriter(otherOf(news.message, userId));
        if ("Notification" in globalThis && Notification.permission === "granted")
          void import("./desktop.ts").then(
            ({ showOnDesktop }) => showOnDesktop(news.message, (href) => void navigate({ href })),
            (error: unknown) => logFailure("A notification could not be shown:", error),
          );
      },
      "message.sent": (data) => {
        const sent = readNewMessage(data);
        if (sent !== null) takeMessage(client, sent.message, userId);
      },
      "message.marked": () => refreshInbox(client),
    },
    () => refreshInbox(client),
  );
  return writer;
}
