import { forgetPersonal, recall, remember } from "#web/lib/storage.ts";

/**
 * Removes what the session's user viewed when they did not end the session themselves. Projects that they saved for
 * offline use stay, locked: a sign-out at the lunch break would otherwise empty the device before the basement.
 */
export async function forgetButCopies(): Promise<void> {
  const owner = Number(recall("app-copies") ?? "");
  forgetPersonal({ keepsCopies: owner > 0 });
  if (!(owner > 0)) return;
  // At once: the page may be left before the rest is loaded.
  remember("app-locked", JSON.stringify({ user: owner, at: Date.now() }));
  await import("#web/lib/lock.ts").then(({ lockFor }) => lockFor(owner)).catch(() => undefined);
}
