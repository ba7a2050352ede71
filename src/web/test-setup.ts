import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { speak } from "#web/lib/i18n.ts";
import { loadAllLater } from "#web/ui/later.ts";
// Those that fetch a part of theirs later; here it is there from the start, as after a moment in a browser.
import "#web/ui/menu.tsx";
import "#web/ui/modal.tsx";
import "#web/ui/popover.tsx";
import "#web/ui/toast-region.tsx";

await loadAllLater();
// The first screen of a file loads its own part: on a machine that is busy a second is not enough.
configure({ asyncUtilTimeout: 5000 });

// jsdom has no media queries; a page at 1280 px with a mouse is what it stands for here.
globalThis.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

beforeEach(() => {
  document.documentElement.dir = "ltr";
  speak("en");
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});
