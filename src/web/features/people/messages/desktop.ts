import type { Message } from "#contract/messages.ts";
import { call } from "#web/lib/client.ts";
import { showNotice } from "#web/lib/desktop-notice.ts";
import { logFailure } from "#web/lib/log.ts";
import { translate } from "#web/lib/words-on-screen.ts";

/** Shows 'New Message' with its content, if the user has enabled desktop notifications for messages. */
export async function showOnDesktop({ id, content }: Message, open: (path: string) => void): Promise<void> {
  if (!(await isWanted())) return;
  const link = `/inbox/${id}`;
  await showNotice({
    tag: `message-${id}`,
    title: translate.get()("messages.desktop_title"),
    body: content,
    link,
    onClick: () => open(link),
  });
}

async function isWanted(): Promise<boolean> {
  try {
    const { global_settings, preferences } = await call("GET /api/notifications/preferences");
    return (
      global_settings.browser_enabled && preferences.some(({ id, browser }) => id === "message" && browser)
    );
  } catch (error) {
    logFailure("Failed to load the notification preferences:", error);
    return false;
  }
}
