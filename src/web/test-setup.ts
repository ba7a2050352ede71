import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { speak } from "#web/lib/i18n.ts";
import { startLanguage } from "#web/lib/language.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { loadAllLater } from "#web/ui/later.ts";
import "#web/testing/waiting.ts";
// Those that fetch a part of theirs later; here it is there from the start, as after a moment in a browser.
import "#web/ui/menu.tsx";
import "#web/ui/modal.tsx";
import "#web/ui/popover.tsx";
import "#web/ui/toast-region.tsx";

await loadAllLater();

// jsdom has no media queries; a page at 1280 px with a mouse is what it stands for here.
globalThis.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

// Nor anything to scroll.
Element.prototype.scrollIntoView ??= () => undefined;

// Nor modal dialogs: here they open where they stand, and give the focus back.
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

// Files that share a page (`vitest.config.ts`) begin as on a new one: nobody there, nothing loaded, in English.
const page = globalThis as { isUsedPage?: boolean };
if (page.isUsedPage === true) {
  queryClient.clear();
  session.setUser(undefined);
  session.setSettings(null);
  localStorage.clear();
  sessionStorage.clear();
  await startLanguage();
}
page.isUsedPage = true;

beforeEach(() => {
  document.documentElement.dir = "ltr";
  speak("en");
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});
