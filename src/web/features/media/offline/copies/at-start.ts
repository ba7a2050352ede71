import { countWaiting } from "#web/lib/captures.ts";
import { unlock } from "#web/lib/lock.ts";
import { removeCopiesOfOthers } from "#web/lib/offline-copies.ts";
import { showToast } from "#web/lib/toasts.ts";
import { translate } from "#web/lib/words-on-screen.ts";

/** Once a page, for the signed-in user: other users' saved projects are removed, and waiting items are mentioned. */
export async function tidyAtStart(user: number): Promise<void> {
  await unlock();
  await removeCopiesOfOthers(user);
  const count = await countWaiting(user);
  if (count === 0 || location.pathname === "/offline") return;
  const t = translate.get();
  showToast(
    {
      tone: "info",
      title: t("offline.copies.captures.waiting", { count }),
      action: { label: t("offline.copies.captures.show"), onAction: () => location.assign("/offline") },
    },
    10_000,
  );
}
