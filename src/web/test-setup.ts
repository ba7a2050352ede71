import { act, cleanup } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { isOnline } from "#web/lib/connectivity.ts";
import { speak } from "#web/lib/i18n.ts";
import { startLanguage } from "#web/lib/language.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { loadAllLater } from "#web/ui/later.ts";
import "#web/testing/waiting.ts";
// Components that load a chunk later; here it is loaded from the start, as after a moment in a browser.
import "#web/ui/menu.tsx";
import "#web/ui/modal.tsx";
import "#web/ui/popover.tsx";
import "#web/ui/toast-region.tsx";

await loadAllLater();

// jsdom has no media queries; this stands for a page at 1280 px with a mouse.
globalThis.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

// jsdom has no scrolling.
Element.prototype.scrollIntoView ??= () => undefined;

// jsdom has no modal dialogs: here they open in place, and return the focus.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  const before = document.activeElement;
  this.open = true;
  this.querySelector<HTMLElement>("button, input, select, a[href]")?.focus();
  this.addEventListener("close", () => before instanceof HTMLElement && before.focus(), { once: true });
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

// Files that share a page (`vitest.config.ts`) start as on a new one: signed out, nothing loaded, in English.
const page = globalThis as { isUsedPage?: boolean };
if (page.isUsedPage === true) {
  // Earlier files leave trees that hear of this. Outside `act` React would render them later, after a short last file on
  // a page that is gone.
  await act(async () => {
    queryClient.clear();
    session.setUser(undefined);
    session.setSettings(null);
    localStorage.clear();
    sessionStorage.clear();
    await startLanguage();
  });
}
page.isUsedPage = true;

beforeEach(() => {
  document.documentElement.dir = "ltr";
  act(() => speak("en"));
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// The next file on this page finds it as it was.
afterAll(async () => {
  // Chunks load in idle time, too: one that is still on its way when its file ends fails for every later file.
  await loadAllLater();
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (!isOnline())
    throw new Error("This file leaves the page without a connection; the next one would find it so.");
});
