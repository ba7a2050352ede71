import { limits } from "#contract/limits.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { createStore } from "#web/lib/store.ts";

/** The event of a browser for a page that can be installed; not a standard yet, so without a built-in type. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

/** The browser's offer, once per page. Listened for from the start, because it does not come twice. */
export const installOffer = createStore<InstallOffer | null>(null);

export function hearInstallOffer(): () => void {
  const stop = new AbortController();
  const take = (event: Event) => {
    // Otherwise the browser shows its own, at any time.
    event.preventDefault();
    installOffer.set(event as InstallOffer);
  };
  const forget = () => {
    installOffer.set(null);
    remember(storageKeys.installDismissed, null);
  };
  addEventListener("beforeinstallprompt", take, { signal: stop.signal });
  addEventListener("appinstalled", forget, { signal: stop.signal });
  return () => stop.abort();
}

/** Whether it already runs as an installed app. Safari has its own property for it. */
export const isInstalled = (): boolean =>
  matchMedia("(display-mode: standalone)").matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true;

/** Safari on phones and tablets offers nothing and has no event; users find it in a menu if they are guided. */
export const isOnlyByHand = (): boolean =>
  "standalone" in navigator && /iphone|ipad|ipod|macintosh/i.test(navigator.userAgent);

export function mayOfferInstall(): boolean {
  const dismissed = Number(recall(storageKeys.installDismissed) ?? "");
  return !isInstalled() && !(dismissed > 0 && Date.now() - dismissed < limits.install.againAfter);
}

export function dismissInstall(): void {
  remember(storageKeys.installDismissed, String(Date.now()));
  installOffer.set(null);
}

/** Opens the browser's own prompt, and stores the answer. */
export async function acceptInstall(offer: InstallOffer): Promise<void> {
  await offer.prompt();
  const { outcome } = await offer.userChoice;
  if (outcome === "dismissed") return dismissInstall();
  remember(storageKeys.installDismissed, null);
  installOffer.set(null);
  // Data of an installed app should not be evicted when the device is full. A refusal changes nothing.
  await navigator.storage?.persist?.().catch(() => false);
}
