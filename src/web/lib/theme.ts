import { session } from "./session.ts";
import { onRemembered, recall, remember, storageKeys } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

export type Theme = "light" | "dark";

/** The accent of a page whose settings could not be loaded, as specified; the settings' own default differs. */
const fallbackBrand = "#4e73df";

const theme = createStore<Theme>("light");

/**
 * Own choice first. Without one the setting decides: where dark mode is offered, dark is also the start, as
 * specified; where it is not offered there is only light.
 */
function chosen(): Theme {
  if (session.settings()?.dark_mode === false) return "light";
  const own = recall(storageKeys.theme);
  return own === "light" || own === "dark" ? own : "dark";
}

/** Writes theme and brand colour to the page; called before the first render and whenever the settings change. */
export function applyTheme(): void {
  const next = chosen();
  const root = document.documentElement;
  root.dataset["theme"] = next;
  root.style.setProperty("--brand", brand());
  theme.set(next);
}

function brand(): string {
  const colour = session.settings()?.theme_color ?? "";
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : fallbackBrand;
}

export function setTheme(next: Theme): void {
  remember(storageKeys.theme, next);
  // The server reads the cookie to paint the empty page in the right colour; without it the page would flash.
  document.cookie = `${storageKeys.theme}=${next}; path=/; max-age=31536000; samesite=lax`;
  applyTheme();
}

export function watchTheme(): void {
  onRemembered(storageKeys.theme, applyTheme);
  session.onSettings(applyTheme);
}

export function useTheme(): Theme {
  return useStore(theme);
}
