import { createStore, useStore } from "#web/lib/store.ts";

/** The link's code in the address, `/answer/{code}`. */
export const codeOfPage = (): string => decodeURIComponent(location.pathname.split("/")[2] ?? "");

function snagOfAddress(): number | null {
  const id = Number(new URLSearchParams(location.search).get("snag"));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

const shown = createStore<number | null>(null);

/** Follows the browser's back and forward buttons until the signal aborts. */
export function followAddress(signal: AbortSignal): void {
  shown.set(snagOfAddress());
  addEventListener("popstate", () => shown.set(snagOfAddress()), { signal });
}

/** Id of the open snag; null for the list. */
export const useShownSnag = (): number | null => useStore(shown);

/** The address of a snag, or of the list: links work in a new tab, too. */
export const addressOf = (snag: number | null): string =>
  snag === null ? location.pathname : `${location.pathname}?snag=${snag}`;

/** Marks an entry of the history that was opened from the list, to which `back` then leads. */
interface Step {
  readonly isFromList?: boolean;
}

/** Opens a snag, or the list. From one snag to the next the list stays one step back. */
export function open(snag: number | null): void {
  const step = history.state as Step | null;
  if (shown.get() === snag) return;
  if (snag === null && step?.isFromList === true) {
    history.back();
    return;
  }
  if (shown.get() === null) history.pushState({ isFromList: true } satisfies Step, "", addressOf(snag));
  else history.replaceState(step, "", addressOf(snag));
  shown.set(snag);
}
