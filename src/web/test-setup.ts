import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { speak } from "#web/lib/i18n.ts";

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
