import { countWaiting } from "#web/lib/captures.ts";
import { isOnline } from "#web/lib/connectivity.ts";
import type { CopyPart } from "#web/lib/copy-part.ts";
import { whenAllTexts } from "#web/lib/language.ts";
import { unlock } from "#web/lib/lock.ts";
import { offlineCopies, removeCopiesOfOthers, thisBuild } from "#web/lib/offline-copies.ts";
import { showToast } from "#web/lib/toasts.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { collectCopy } from "./collect.ts";
import { runCopy } from "./run-copy.ts";

/** Milliseconds after which the first screen no longer needs the connection for itself. */
const rest = 10_000;

/**
 * Once a page, for the signed-in user: other users' saved projects are removed, waiting items are mentioned, and
 * projects saved by another build of the application are saved anew, since this one cannot read them.
 */
export async function tidyAtStart(
  user: number,
  parts: () => Promise<readonly CopyPart[]>,
  signal: AbortSignal,
): Promise<void> {
  await unlock();
  await removeCopiesOfOthers(user);
  await mention(user);
  const build = thisBuild();
  const old = (await offlineCopies.list(user)).filter((copy) => copy.build !== build);
  if (old.length === 0) return;
  await new Promise((resume) => setTimeout(resume, rest));
  for (const { project, isFull } of old) {
    if (signal.aborted || !isOnline()) return;
    const collect = async (stop: AbortSignal) => collectCopy(project, await parts(), stop);
    await runCopy({ user, project, isFull, collect });
  }
}

async function mention(user: number): Promise<void> {
  const count = await countWaiting(user);
  if (count === 0 || location.pathname === "/offline") return;
  await whenAllTexts();
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
