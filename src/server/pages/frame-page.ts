import type { Language } from "#contract/languages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import ar from "#i18n/ar/shell.json" with { type: "json" };
import en from "#i18n/en/shell.json" with { type: "json" };
import { branding } from "./branding.ts";
import { type Html, html } from "./html.ts";
import { directionOf } from "./languages.ts";

export const shellTexts: Readonly<Record<Language, typeof en>> = { en, ar };
const other: Readonly<Record<Language, Language>> = { en: "ar", ar: "en" };
const names: Readonly<Record<Language, string>> = { en: "English", ar: "العربية" };

export interface FrameInput {
  readonly lang: Language;
  readonly theme: "light" | "dark";
  readonly settings: PublicSettings;
  /** Title of the page within the site. */
  readonly title: string;
  /** Path of the page itself, for the link to its other language. */
  readonly path: string;
  /** The application's stylesheets; without them the page has plain colours. */
  readonly styles: readonly Html[];
  readonly content: Html;
}

/** A page in the site's design that needs no script: brand and language above, text below. */
export function framePage({ lang, theme, settings, title, path, styles, content }: FrameInput): string {
  const { website_name, languages_enabled } = settings;
  const next = other[lang];
  const language = html`<a class="quiet" href="${path}?lang=${next}" lang="${next}" dir="${directionOf(next)}">${names[next]}</a>`;
  return html`<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}" data-theme="${theme}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="${theme}" />
    <link rel="icon" href="data:," />
    <title>${title} | ${website_name}</title>
    ${styles}
    ${look}
    ${branding(settings)}
  </head>
  <body>
    <div class="page">
      <header><a class="brand" href="/">${brand(settings)}</a>${languages_enabled ? language : null}</header>
      <main>${content}</main>
    </div>
  </body>
</html>
`.markup;
}

function brand({ logo, small_logo, website_name }: PublicSettings): Html {
  if (logo !== null) return html`<img src="${logo}" alt="${website_name}" />`;
  const mark =
    small_logo === null
      ? html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="currentColor" /><path d="M11.2 15.3C8.6 16 7 17.2 7 18.7 7 21.1 11 23 16 23s9-1.9 9-4.3c0-1.5-1.6-2.7-4.2-3.4" fill="none" stroke="#fff" stroke-opacity="0.7" stroke-width="2" stroke-linecap="round" /><circle cx="16" cy="9.2" r="2.7" fill="#fff" /><path d="M16 13.6v5.6" stroke="#fff" stroke-width="2.6" stroke-linecap="round" /></svg>`
      : html`<img src="${small_logo}" alt="" />`;
  return html`${mark}<span>${website_name}</span>`;
}

/** Uses the tokens of the application, with fallbacks where its stylesheet is missing. */
const look = html`<style>
      html { --page: var(--surface, #fff); --text: var(--ink, #23272e); --soft: var(--ink-muted, #59606b); --rule: var(--line, #dfe2e6); background: var(--page); color: var(--text); }
      @media not print { html[data-theme="dark"] { --page: var(--surface, #191d23); --text: var(--ink, #eceef1); --soft: var(--ink-muted, #aab1bc); --rule: var(--line, #2e343d); color-scheme: dark; } }
      body { margin: 0; font: 400 1rem/1.65 var(--typeface, system-ui, sans-serif); overflow-wrap: break-word; }
      .page { box-sizing: border-box; display: flex; flex-direction: column; max-width: 46rem; min-height: 100vh; min-height: 100dvh; margin: 0 auto; padding: 0 1.5rem; }
      header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 4.5rem; border-bottom: 1px solid var(--rule); }
      .brand { display: flex; align-items: center; gap: .625rem; min-height: 44px; color: inherit; font-weight: 550; text-decoration: none; }
      .brand img { display: block; max-width: 12rem; max-height: 2.25rem; }
      .brand svg { width: 1.75rem; color: var(--accent, var(--brand)); }
      .quiet { display: inline-flex; align-items: center; min-height: 44px; color: var(--soft); text-decoration: none; }
      .quiet:hover { color: var(--text); text-decoration: underline; text-underline-offset: 3px; }
      a:focus-visible { outline: 2px solid var(--accent-text, var(--brand)); outline-offset: 3px; border-radius: 4px; }
      main { flex: 1; padding: 2.5rem 0 4rem; }
      main a { color: var(--accent-text, var(--brand)); text-decoration: underline; text-underline-offset: 3px; }
      h1 { margin: 0 0 1.5rem; font-size: 1.75rem; line-height: 1.3; font-weight: 550; text-wrap: balance; }
      h2 { margin: 2.25rem 0 .5rem; font-size: 1.25rem; line-height: 1.4; font-weight: 550; text-wrap: balance; }
      p { margin: 0 0 1rem; }
      ul { margin: 0 0 1rem; padding-inline-start: 1.25rem; list-style: disc; }
      li { margin: .25rem 0; }
    </style>`;
