import type { PublicSettings } from "#contract/settings.ts";
import { hasCookie, writeCookie } from "./cookies.ts";
import { session, useSettings } from "./session.ts";
import { onRemembered, recall, remember, storageKeys } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

export type Theme = "light" | "dark";

/** The settings that determine the look of the site. */
export type Branding = Pick<PublicSettings, "theme_color" | "fonts" | "website_name" | "logo" | "small_logo">;

/** The accent of a page whose settings could not be loaded, as specified; the settings' own default differs. */
const fallbackBrand = "#4e73df";

/** Cookie with the preference of the device; not a choice of the user. */
const deviceTheme = "device-theme";

const theme = createStore<Theme>("light");
/** Branding that is previewed and not saved yet; it overrides the saved one. */
const tried = createStore<Partial<Branding> | null>(null);

const deviceIsDark = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

/** The user's own choice first, then the device's; without dark mode in the settings always light. */
function chosen(): Theme {
  if (session.settings()?.dark_mode === false) return "light";
  const own = recall(storageKeys.theme);
  if (own === "light" || own === "dark") return own;
  const device = deviceIsDark().matches ? "dark" : "light";
  // For the first paint of the next page, which the server writes.
  if (!hasCookie(deviceTheme, device)) writeCookie(deviceTheme, device);
  return device;
}

/** Writes theme, brand colour and font to the page; called before the first render and whenever the settings change. */
export function applyTheme(): void {
  const next = chosen();
  const { theme_color = "", fonts } = { ...session.settings(), ...tried.get() };
  const root = document.documentElement;
  root.dataset["theme"] = next;
  root.style.setProperty("--brand", /^#[0-9a-f]{6}$/i.test(theme_color) ? theme_color : fallbackBrand);
  root.style.setProperty("--typeface", fonts === undefined ? "" : typeface(fonts));
  theme.set(next);
}

const sheetId = "branding-font";

/** The font stack in order of preference, as the tokens name it. An external font is fetched, others are removed. */
function typeface({ provider, font }: Branding["fonts"]): string {
  const sheet = document.querySelector<HTMLLinkElement>(`#${sheetId}`);
  if (provider === "system" || font === "Roboto" || !/^[a-z0-9 ]+$/i.test(font)) {
    sheet?.remove();
    return provider === "system" ? "var(--typeface-system)" : "var(--typeface-own)";
  }
  // Only the page of a user who edits the fonts may fetch them at once; for all others the font comes with the next
  // page.
  if (sheet !== null || session.user()?.super_admin === true) fetchFont(font, sheet);
  return `"${font}", var(--typeface-own)`;
}

function fetchFont(font: string, sheet: HTMLLinkElement | null): void {
  const href = `https://fonts.googleapis.com/css?family=${encodeURIComponent(font)}:400,500,600,700&display=swap`;
  const link = sheet ?? document.createElement("link");
  if (link.href === href) return;
  link.id = sheetId;
  link.rel = "stylesheet";
  link.href = href;
  if (sheet === null) document.head.append(link);
}

/** Previews unsaved branding on the whole page. Returns a function that undoes it. */
export function previewBranding(branding: Partial<Branding>): () => void {
  tried.set(branding);
  applyTheme();
  return () => {
    // Another preview has replaced it.
    if (tried.get() !== branding) return;
    tried.set(null);
    applyTheme();
  };
}

/** Name and logos to show: those of the preview, else those of the settings. */
export function useBranding(): Pick<Branding, "website_name" | "logo" | "small_logo"> {
  const settings = useSettings();
  const preview = useStore(tried);
  return { website_name: "Sitewalk", logo: null, small_logo: null, ...settings, ...preview };
}

export function setTheme(next: Theme): void {
  remember(storageKeys.theme, next);
  // The server reads the cookie to paint the empty page in the right colour; without it the page would flash.
  writeCookie(storageKeys.theme, next);
  applyTheme();
}

export function watchTheme(): void {
  onRemembered(storageKeys.theme, applyTheme);
  session.onSettings(applyTheme);
  deviceIsDark().addEventListener("change", applyTheme);
}

export function useTheme(): Theme {
  return useStore(theme);
}
