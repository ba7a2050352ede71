import type { Language } from "#contract/languages.ts";
import type { ClosedPart } from "#server/platform/http/maintenance.ts";
import { type FrameInput, framePage, shellTexts } from "./frame-page.ts";
import { type Html, html } from "./html.ts";
import { directionOf } from "./languages.ts";

/** Replacement of a closed page: the reason, in both languages, and a link to retry. */
export function maintenancePage(
  input: Omit<FrameInput, "title" | "content"> & { readonly part: ClosedPart },
): string {
  const { lang, path, part, settings } = input;
  const texts = shellTexts[lang].maintenance;
  const notice = settings.announce_msg;
  const content = html`<div class="calm">
        ${level}
        <h1>${texts.title}</h1>
        <p>${texts.text}</p>
        ${notice === "" ? null : html`<p class="notice" dir="auto">${notice}</p>`}
        <p class="actions"><a class="button" href="${path}">${texts.retry}</a>${
          part === "app" ? html`<a class="quiet" href="/login">${texts.sign_in}</a>` : null
        }</p>
        ${settings.languages_enabled ? inOther(lang) : null}
      </div>
      ${calmLook}`;
  return framePage({ ...input, title: texts.title, content });
}

function inOther(lang: Language): Html {
  const next = lang === "en" ? "ar" : "en";
  const { title, text } = shellTexts[next].maintenance;
  return html`<div class="other" lang="${next}" dir="${directionOf(next)}"><h2>${title}</h2><p>${text}</p></div>`;
}

/** A spirit level: adjustments are under way. */
const level = html`<svg viewBox="0 0 160 48" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
          <rect x="1" y="9" width="158" height="30" rx="4" />
          <rect x="52" y="16" width="56" height="16" rx="8" class="vial" />
          <path d="M70 16v16M90 16v16" />
          <rect x="73" y="19" width="14" height="10" rx="5" class="bubble" />
          <circle cx="20" cy="24" r="7" /><circle cx="140" cy="24" r="7" />
          <path d="M34 39v-4M42 39v-4M118 39v-4M126 39v-4" />
        </svg>`;

/** A short text in the middle of the page, and the available action. */
export const calmLook = html`<style>
      main { display: flex; align-items: center; }
      .calm { width: 100%; max-width: 32rem; }
      .calm svg { display: block; width: 10rem; margin-bottom: 2rem; color: var(--soft); }
      .calm .bubble { fill: var(--accent, var(--brand)); stroke: none; }
      .calm h1 { margin-bottom: .5rem; }
      .calm p { color: var(--soft); }
      .calm .notice { padding-inline-start: 1rem; border-inline-start: 3px solid var(--accent, var(--brand)); color: var(--text); }
      .actions { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; margin: 1.5rem 0 0; }
      .button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 1.25rem; border-radius: 6px; background: var(--accent, var(--brand)); color: #fff !important; font-weight: 550; text-decoration: none; }
      .actions .quiet { color: var(--soft); text-decoration: none; }
      .actions .quiet:hover { color: var(--text); text-decoration: underline; }
      .other { margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid var(--rule); }
      .other h2 { margin: 0 0 .25rem; font-size: 1rem; }
      .other p { margin: 0; font-size: .9375rem; }
    </style>`;
