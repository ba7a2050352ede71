import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Language } from "#contract/languages.ts";
import type { PlayerBoot } from "#contract/pages.ts";
import { startReporting } from "#web/lib/reporting/report.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import { type PlayerSpeaker, playerSpeaker } from "../words.ts";

/** A public page with a player, as the server wrote it. */
export interface PlayerPage<Shown> {
  readonly boot: PlayerBoot<Shown>;
  readonly speaker: PlayerSpeaker;
  /** Within another page. */
  readonly isEmbedded: boolean;
}

/** Reads what the server wrote into the page of a player, and shows it. */
export function openPlayerPage<Shown>(show: (page: PlayerPage<Shown>) => ReactNode): void {
  startReporting();
  const boot = JSON.parse(find("#boot").textContent) as PlayerBoot<Shown>;
  const speaker = playerSpeaker(firstLanguage(boot.lang));
  document.documentElement.lang = speaker.language;
  document.documentElement.dir = speaker.direction;
  document.querySelector("#loading")?.remove();
  createRoot(find("#stage")).render(show({ boot, speaker, isEmbedded: window.self !== window.top }));
}

/** What the address asks for, then what was chosen here before, then what the server found. */
function firstLanguage(offered: Language): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return [asked, recall(storageKeys.language)].find((known) => known === "en" || known === "ar") ?? offered;
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
