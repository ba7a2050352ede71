import type { Language } from "#contract/languages.ts";
import { html } from "./html.ts";
import { directionOf, pageTexts } from "./languages.ts";

/** What a link to nothing shows: a page of its own, without a script, in the visitor's language. */
export function missingVisitPage(lang: Language, websiteName: string): string {
  const { missing } = pageTexts[lang];
  return html`<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark" />
    <link rel="icon" href="data:," />
    <title>${missing.title} · ${websiteName}</title>
    <style>
      body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; background: #14171c; color: #eceef1; font: 400 1rem/1.6 system-ui, "Segoe UI", Roboto, "Noto Sans Arabic", sans-serif; }
      main { box-sizing: border-box; width: 100%; max-width: 30rem; padding: 2rem 1.5rem; }
      svg { display: block; width: 8rem; color: #8b95a3; }
      h1 { margin: 1.5rem 0 .5rem; font-size: 1.5rem; line-height: 1.3; font-weight: 550; text-wrap: balance; }
      p { margin: 0; color: #b3bac4; }
      a { display: inline-flex; align-items: center; min-height: 44px; margin-top: 1.5rem; padding: 0 1.25rem; border-radius: 6px; background: #eceef1; color: #14171c; text-decoration: none; font-weight: 550; }
      a:focus-visible { outline: 2px solid #6fb1ff; outline-offset: 3px; }
    </style>
  </head>
  <body>
    <main>
      <svg viewBox="0 0 128 64" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
        <ellipse cx="64" cy="32" rx="62" ry="30" />
        <ellipse cx="64" cy="32" rx="30" ry="30" stroke-dasharray="3 5" />
        <path d="M2 32h124M64 2v60" stroke-dasharray="3 5" />
      </svg>
      <h1>${missing.title}</h1>
      <p>${missing.text}</p>
      <a href="/">${missing.action}</a>
    </main>
  </body>
</html>
`.markup;
}
