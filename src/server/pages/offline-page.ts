import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/media/offline.json" with { type: "json" };
import en from "#i18n/en/media/offline.json" with { type: "json" };
import { type FrameInput, framePage } from "./frame-page.ts";
import { html } from "./html.ts";
import { calmLook } from "./maintenance-page.ts";

const offlineTexts: Readonly<Record<Language, typeof en>> = { en, ar };

/** Shown by a browser instead of a sign-in page while there is no connection: signing in requires one. */
export function offlinePage(input: Omit<FrameInput, "title" | "content" | "path">): string {
  const texts = offlineTexts[input.lang];
  const content = html`<div class="calm">
        <h1>${texts.title}</h1>
        <p>${texts.door}</p>
        <h2>${texts.tips_title}</h2>
        <ul>${Object.values(texts.tips).map((tip) => html`<li>${tip}</li>`)}</ul>
        <p class="actions"><a class="button" href="/login">${texts.retry}</a></p>
      </div>
      ${calmLook}`;
  // Its other language is not cached.
  const settings = { ...input.settings, languages_enabled: false, logo: null, small_logo: null };
  return framePage({ ...input, settings, title: texts.title, path: "/login", content });
}
