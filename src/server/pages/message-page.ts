import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import ar from "#i18n/ar/media/sharing.json" with { type: "json" };
import en from "#i18n/en/media/sharing.json" with { type: "json" };
import { type Html, html } from "./html.ts";
import { directionOf, pageTexts } from "./languages.ts";

const sharingTexts: Readonly<Record<Language, typeof en>> = { en, ar };
const languageNames = { en: "English", ar: "العربية" } as const;

/** Common input of every page shown before a visit or other shared content. */
export interface MessageInput {
  readonly lang: Language;
  readonly site: string;
  /** Path and query of this page, to return to. */
  readonly address: string;
  /** Whether this page is available in the other language. */
  readonly hasLanguages: boolean;
}

/** The texts of such a page, as they differ by kind of content. */
export interface MissingWords {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly member: string;
  readonly sign_in: string;
}

/** The page for a link to nothing: without a script, in the visitor's language. */
export function missingPage(
  input: MessageInput & { readonly isGuest: boolean; readonly words: MissingWords },
): string {
  const { isGuest, address, words } = input;
  // Whether there is something for members behind the address is not revealed: every such page offers sign-in.
  const door = html`<p class="aside">${words.member} <a class="plain" href="/login?next=${encodeURIComponent(address)}">${words.sign_in}</a></p>`;
  return page(
    input,
    words.title,
    html`<p>${words.text}</p><a class="button" href="/">${words.action}</a>${isGuest ? door : null}`,
  );
}

/** The same for a visit. */
export function missingVisitPage(input: MessageInput & { readonly isGuest: boolean }): string {
  const { member } = sharingTexts[input.lang];
  const words = { ...pageTexts[input.lang].missing, member: member.text, sign_in: member.sign_in };
  return missingPage({ ...input, words });
}

/** Shown after too many links to nothing from one network. */
export function waitPage(input: MessageInput): string {
  const { wait } = sharingTexts[input.lang];
  return page(
    input,
    wait.title,
    html`<p>${wait.text}</p><a class="button" href="${input.address}">${wait.action}</a>`,
  );
}

/** Shown for a link that worked until a certain day. */
export function expiredVisitPage(input: MessageInput): string {
  const { expired } = sharingTexts[input.lang];
  return page(
    input,
    expired.title,
    html`<p>${expired.text}</p><a class="button" href="/">${expired.action}</a>`,
  );
}

export interface LockedInput extends MessageInput {
  readonly csrf: string;
  /** Embedded in another page, where browsers send no cookies: the password can only be entered in a separate window. */
  readonly isEmbedded: boolean;
  /** Why it is requested once more. */
  readonly problem?: "wrong" | "again" | { readonly waitSeconds: number };
}

export type LockedWords = (typeof en)["locked"];

/** Asks for the password. Contains nothing of the protected content, not even its name. */
export function lockedPage(input: LockedInput & { readonly words: LockedWords }): string {
  const { address, words } = input;
  const body = input.isEmbedded
    ? html`<p>${words.text}</p><a class="button" href="${address}" target="_blank" rel="noopener">${words.embedded}</a>`
    : html`<p id="why">${words.text}</p>${passwordForm(input)}`;
  return page(input, words.title, body, lockMark);
}

/** The same for a visit. */
export const lockedVisitPage = (input: LockedInput): string =>
  lockedPage({ ...input, words: sharingTexts[input.lang].locked });

function passwordForm({
  address,
  csrf,
  problem,
  words,
}: LockedInput & { readonly words: LockedWords }): Html {
  const said = problemText(words, problem);
  const invalid = said === "" ? html`` : html` aria-invalid="true"`;
  return html`<form method="post" action="${address}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <label for="password">${words.password}</label>
        <input id="password" name="password" type="password" dir="ltr" required autofocus autocomplete="off" maxlength="${limits.share.password.max}" aria-describedby="said why"${invalid} />
        <p id="said" role="alert">${said}</p>
        <button type="submit">${words.open}</button>
      </form>`;
}

function problemText(texts: LockedWords, problem: LockedInput["problem"]): string {
  if (problem === undefined) return "";
  if (typeof problem === "string") return texts[problem];
  return texts.wait.replace("{{minutes}}", String(Math.max(1, Math.ceil(problem.waitSeconds / 60))));
}

function page(input: MessageInput, title: string, body: Html, mark: Html = sphereMark): string {
  const { lang, site } = input;
  return html`<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark" />
    <link rel="icon" href="data:," />
    <title>${title} · ${site}</title>
    ${look}
  </head>
  <body>
    <main>
      ${mark}
      <h1>${title}</h1>
      ${body}
      ${input.hasLanguages ? otherLanguage(input) : null}
    </main>
  </body>
</html>
`.markup;
}

function otherLanguage({ lang, address }: MessageInput): Html {
  const other = lang === "en" ? "ar" : "en";
  const [path = "", search] = address.split("?");
  const query = new URLSearchParams(search);
  query.set("lang", other);
  return html`<p class="aside"><a class="plain" lang="${other}" hreflang="${other}" href="${path}?${query.toString()}">${languageNames[other]}</a></p>`;
}

/** Mark of a visit that cannot be opened: a sphere. */
const sphereMark = html`<svg viewBox="0 0 128 64" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
        <ellipse cx="64" cy="32" rx="62" ry="30" />
        <ellipse cx="64" cy="32" rx="30" ry="30" stroke-dasharray="3 5" />
        <path d="M2 32h124M64 2v60" stroke-dasharray="3 5" />
      </svg>`;

/** The same with a lock. */
const lockMark = html`<svg viewBox="0 0 128 64" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
        <ellipse cx="64" cy="32" rx="62" ry="30" stroke-dasharray="3 5" />
        <rect x="50" y="29" width="28" height="21" rx="4" />
        <path d="M55 29v-6a9 9 0 0 1 18 0v6M64 37v5" />
      </svg>`;

const look = html`<style>
      body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; background: #14171c; color: #eceef1; font: 400 1rem/1.6 system-ui, "Segoe UI", Roboto, "Noto Sans Arabic", sans-serif; }
      main { box-sizing: border-box; width: 100%; max-width: 30rem; padding: 2rem 1.5rem; }
      svg { display: block; width: 8rem; color: #8b95a3; }
      h1 { margin: 1.5rem 0 .5rem; font-size: 1.5rem; line-height: 1.3; font-weight: 550; text-wrap: balance; }
      p { margin: 0; color: #b3bac4; }
      form { margin-top: 1.5rem; }
      label { display: block; margin-bottom: .375rem; font-weight: 550; }
      input[type="password"] { box-sizing: border-box; width: 100%; height: 48px; padding: 0 .875rem; border: 1px solid #6d7784; border-radius: 6px; background: #0d1014; color: #eceef1; font: inherit; }
      input[aria-invalid] { border-color: #ff8f85; }
      #said { color: #ffa69e; }
      #said:not(:empty) { margin-top: .375rem; }
      .button, button { display: inline-flex; align-items: center; justify-content: center; box-sizing: border-box; min-height: 48px; margin-top: 1.25rem; padding: 0 1.25rem; border: 0; border-radius: 6px; background: #eceef1; color: #14171c; font: inherit; font-weight: 550; text-decoration: none; cursor: pointer; }
      .button:hover, button:hover { background: #fff; }
      .aside { margin-top: 2rem; }
      .plain { display: inline-flex; align-items: center; min-height: 44px; color: #9cc8ff; text-underline-offset: 3px; }
      :is(a, input, button):focus-visible { outline: 2px solid #6fb1ff; outline-offset: 2px; }
      @media (max-width: 30rem) { button, .button { width: 100%; } }
    </style>`;
