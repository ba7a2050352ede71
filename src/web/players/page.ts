import "./page.css";
import type { Language } from "#contract/languages.ts";
import type { PlayerBoot } from "#contract/pages.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { element } from "#web/lib/element.ts";
import { startReporting } from "#web/lib/reporting/report.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { iconControl } from "#web/player/control.ts";
import { type PlayerSpeaker, playerSpeaker } from "#web/player/words.ts";

export interface Page<Shown> {
  readonly boot: PlayerBoot<Shown>;
  readonly speaker: PlayerSpeaker;
  readonly stage: HTMLElement;
  /** Within another page. */
  readonly isEmbedded: boolean;
}

/** Reads what the server wrote into the page of a player. */
export function openPage<Shown>(): Page<Shown> {
  startReporting();
  const boot = JSON.parse(find("#boot").textContent) as PlayerBoot<Shown>;
  const language = firstLanguage(boot.lang);
  const speaker = playerSpeaker(language);
  document.documentElement.lang = language;
  document.documentElement.dir = speaker.direction;
  document.querySelector("#loading")?.remove();
  return { boot, speaker, stage: find("#stage"), isEmbedded: window.self !== window.top };
}

/** What the address asks for, then what was chosen here before, then what the server found. */
function firstLanguage(offered: Language): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return [asked, recall(storageKeys.language)].find((known) => known === "en" || known === "ar") ?? offered;
}

/** Each in its own script, for those who cannot read the other. */
const languageNames = { en: "English", ar: "العربية" } as const;

export interface HeadOptions {
  readonly title: string;
  /** What stands below it; empty ones are left out. */
  readonly facts: readonly (string | HTMLElement)[];
  /** The address of what is seen right now. */
  readonly address: () => URL;
  readonly share: () => void;
}

/** Which film this is and what can be done with it, over the picture. */
export function pageHead({ boot, speaker, isEmbedded }: Page<unknown>, options: HeadOptions): HTMLElement {
  const { title, facts, address, share } = options;
  const lines = facts.filter((fact) => fact !== "");
  const other = speaker.language === "en" ? "ar" : "en";
  const language = element(
    "button",
    {
      type: "button",
      class: "player-language",
      lang: other,
      onclick: () => {
        choose(other);
        // The page is written anew, at the same second with the same view.
        const url = address();
        url.searchParams.set("lang", other);
        location.replace(url);
      },
    },
    languageNames[other],
  );
  const open = iconControl("open", speaker.say("open"), () => window.open(address(), "_blank", "noopener"));
  return element(
    "header",
    { class: "player-head" },
    element(
      "div",
      { class: "player-title" },
      // Isolated within a line of the page's direction, so that it begins where the page does.
      element("h1", { title }, element("bdi", {}, title)),
      element(
        "p",
        {},
        ...lines.map((fact) =>
          typeof fact === "string" ? element("span", {}, element("bdi", {}, fact)) : fact,
        ),
      ),
    ),
    element(
      "div",
      { class: "player-actions" },
      boot.settings.languages_enabled && language,
      isEmbedded && open,
      iconControl("share", speaker.say("share"), share),
    ),
  );
}

/** Remembered for the whole product; the cookie lets the server write the next page in it. */
function choose(language: Language): void {
  remember(storageKeys.language, language);
  remember(storageKeys.direction, language === "ar" ? "rtl" : "ltr");
  writeCookie(storageKeys.language, language);
}

/** Our address without what was asked of it, but with the language where it names one. */
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
