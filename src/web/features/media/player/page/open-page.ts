import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Language } from "#contract/languages.ts";
import type { PlayerBoot } from "#contract/pages.ts";
import type player from "#i18n/en/media/player.json";
import { addTexts } from "#web/lib/page-texts.ts";
import { startReporting } from "#web/lib/reporting/report.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { translate } from "#web/lib/words-on-screen.ts";

/** A public page with a player, as the server rendered it. */
export interface PlayerPage<Shown> {
  readonly boot: PlayerBoot<Shown>;
  readonly language: Language;
  /** Embedded in another page. */
  readonly isEmbedded: boolean;
}

/** One file per language; the server preloads the right one with the page. */
const texts: Readonly<Record<Language, () => Promise<{ default: typeof player }>>> = {
  en: () => import("#i18n/en/media/player.json", { with: { type: "json" } }),
  ar: () => import("#i18n/ar/media/player.json", { with: { type: "json" } }),
};

/** Reads the data that the server wrote into a player's page, and shows it. */
export async function openPlayerPage<Shown>(show: (page: PlayerPage<Shown>) => ReactNode): Promise<void> {
  startReporting();
  const boot = JSON.parse(find("#boot").textContent) as PlayerBoot<Shown>;
  const language = firstLanguage(boot.lang);
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  const { default: player } = await texts[language]();
  // Besides its own texts a player needs the one text of the UI kit.
  translate.set(createTranslate(language, addTexts(language, { player, common: { close: player.close } })));
  document.querySelector("#loading")?.remove();
  createRoot(find("#stage")).render(show({ boot, language, isEmbedded: window.self !== window.top }));
}

/** The language of the address, then the one selected here before, then the one the server detected. */
function firstLanguage(offered: Language): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return [asked, recall(storageKeys.language)].find((known) => known === "en" || known === "ar") ?? offered;
}

/** The page's own address without its query, but with the language where it names one. */
export function bareAddress(): URL {
  const url = new URL(location.pathname, location.origin);
  const lang = new URLSearchParams(location.search).get("lang");
  if (lang !== null) url.searchParams.set("lang", lang);
  return url;
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
}
