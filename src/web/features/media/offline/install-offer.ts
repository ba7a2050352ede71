import { limits } from "#contract/limits.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { createStore } from "#web/lib/store.ts";

/** What a browser gives a page that can be installed; no standard yet, so no type of the language's. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

/** The browser's offer, once for each page. Heard from the first moment, because it does not come twice. */
export const installOffer = createStore<InstallOffer | null>(null);

export function hearInstallOffer(): () => void {
  const stop = new AbortController();
  const take = (event: Event) => {
    // Else the browser shows its own, when it likes.
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

/** Runs as an app of its own already. Safari has its own word for it. */
export const isInstalled = (): boolean =>
  matchMedia("(display-mode: standalone)").matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true;

/** Safari on phones and tablets offers nothing and has no event; people find it in a menu, if they are told. */
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

/** Hands over to the browser's own question, and keeps what is answered there. */
export async function acceptInstall(offer: InstallOffer): Promise<void> {
  await offer.prompt();
  const { outcome } = await offer.userChoice;
  if (outcome === "dismissed") return dismissInstall();
  remember(storageKeys.installDismissed, null);
  installOffer.set(null);
  // Nobody wants what he installed to be cleared away when the device is full. Refused it changes nothing.
  await navigator.storage?.persist?.().catch(() => false);
}
