import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import { crewLanguageLooks } from "#contract/crews.languages.ts";
import type { CrewLanguage } from "#contract/crews.ts";
import type { AnswerBoot, ReportingBoot } from "#contract/pages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import ar from "#i18n/ar/work/crews.answer.json" with { type: "json" };
import bn from "#i18n/bn/work/crews.answer.json" with { type: "json" };
import en from "#i18n/en/work/crews.answer.json" with { type: "json" };
import hi from "#i18n/hi/work/crews.answer.json" with { type: "json" };
import { isolate } from "#i18n/isolate.ts";
import ur from "#i18n/ur/work/crews.answer.json" with { type: "json" };
import { fill, type Html, html, json } from "./html.ts";
import { closure, readManifest } from "./manifest.ts";
import type { Templates } from "./templates.ts";

export interface AnswerPageInput {
  readonly templates: Templates;
  /** Null where the link opens nothing. */
  readonly page: AnswerPage | null;
  readonly lang: CrewLanguage;
  /** Id of the snag that the address names. */
  readonly snag: number | null;
  readonly theme: "light" | "dark";
  readonly settings: PublicSettings;
  readonly reporting?: ReportingBoot;
  readonly now: Date;
}

type Words = typeof en;
const texts: Readonly<Record<CrewLanguage, Words>> = { en, ar, ur, hi, bn };

/** Pictures of the first screen of a phone. */
const first = 4;

/** The page of a crew's link, with everything that its first paint and its script need. */
export async function answerPage(input: AnswerPageInput): Promise<string> {
  const { templates, page, lang, theme, settings, reporting, now } = input;
  const words = texts[lang];
  const boot: AnswerBoot = {
    page,
    lang,
    at: now.toISOString(),
    has_dark_mode: settings.dark_mode,
    ...(reporting && { reporting }),
  };
  const snag = page?.snags.find(({ id }) => id === input.snag);
  return fill(await templates.read("answer.html"), {
    LANG: html`${lang}`,
    DIR: html`${crewLanguageLooks[lang].direction}`,
    THEME: html`${theme}`,
    TITLE: html`${page === null ? words.ended.title : (snag?.title ?? words.title)}`,
    HEAD: html`${[...preview(settings, words), ...(await preloads(templates, lang)), brand(settings)]}`,
    CONTENT: contentOf(page, snag, lang, words),
    NO_SCRIPT: html`${words.no_script}`,
    BOOT: json(boot),
  });
}

/** Nothing of the project: a preview is shown to everyone who sees the message with the link. */
const preview = ({ website_name }: PublicSettings, { title }: Words): Html[] => [
  html`<meta property="og:title" content="${title}" />`,
  html`<meta property="og:site_name" content="${website_name}" />`,
];

/** The texts are requested with the page instead of after its script. */
async function preloads(templates: Templates, lang: CrewLanguage): Promise<Html[]> {
  const manifest = await readManifest(templates, ".vite/answer.json");
  return closure(manifest, `src/i18n/${lang}/work/crews.answer.json`).map(
    (file) => html`<link rel="modulepreload" crossorigin href="/${file}" />`,
  );
}

/** The fonts are those of the device, whatever the settings say. */
const brand = ({ theme_color }: PublicSettings): Html =>
  html`<style>html:root { --brand: ${theme_color}; }</style>`;

/** The first screen, as far as it can be read without the script. */
function contentOf(
  page: AnswerPage | null,
  snag: AnswerSnag | undefined,
  lang: CrewLanguage,
  words: Words,
): Html {
  if (page === null)
    return html`<main class="mx-auto px-8 py-28 text-center"><h1 class="text-lg font-strong">${words.ended.title}</h1><p class="text-base text-ink-muted">${words.ended.text}</p></main>`;
  const inside =
    page.state === "code"
      ? html`<h1 class="mx-auto w-full max-w-100 py-8 text-lg font-strong">${words.code.title}</h1>`
      : snag === undefined
        ? list(page, lang, words)
        : single(snag, lang, words);
  return html`<header class="sticky top-0 z-10 border-b border-line bg-surface"><div class="mx-auto min-h-14 max-w-240 py-1.5 ps-4"><p class="own-direction truncate text-base font-strong">${page.project}</p><p class="own-direction truncate text-sm text-ink-muted">${[page.person, page.crew].join(" · ")}</p></div></header><main class="mx-auto flex w-full max-w-240 flex-1 flex-col gap-6 px-4 pt-3 pb-8">${inside}</main>`;
}

const numberOf = ({ number }: AnswerSnag, lang: CrewLanguage, words: Words): string =>
  words.number.replace("{{number}}", isolate(String(number), lang));

function list({ snags, crew }: AnswerPage, lang: CrewLanguage, words: Words): Html {
  const open = snags.filter(({ status }) => status === "open" || status === "in_work");
  if (open.length === 0)
    return html`<div class="px-4 py-14 text-center"><h1 class="text-lg font-strong">${words.none.title}</h1><p class="text-base text-ink-muted">${words.none.text.replace("{{crew}}", isolate(crew, lang))}</p></div>`;
  const items = open.map(
    (snag, at) =>
      html`<li class="relative flex gap-3 rounded-lg bg-surface p-2.5 ring-1 ring-line">${picture(snag, at < first)}<div class="flex min-w-0 flex-1 flex-col gap-1 py-0.5"><p class="text-sm text-ink-muted tabular-nums">${numberOf(snag, lang, words)}</p><p class="own-direction line-clamp-2 text-base leading-snug font-strong">${snag.title}</p></div></li>`,
  );
  return html`<section class="flex flex-col gap-2.5"><h1 class="px-1 text-base font-strong">${words.list.open}</h1><ul class="flex flex-col gap-2.5">${items}</ul></section>`;
}

const picture = ({ crop, photos }: AnswerSnag, isFirst: boolean): Html => {
  const src = crop ?? photos[0]?.thumbnail;
  return isFirst && src !== undefined
    ? html`<img src="${src}" alt="" class="size-22 shrink-0 rounded-md object-cover" />`
    : html`<span class="size-22 shrink-0 rounded-md bg-press"></span>`;
};

function single(snag: AnswerSnag, lang: CrewLanguage, words: Words): Html {
  const { title, text, crop } = snag;
  const image =
    crop === null
      ? null
      : html`<img src="${crop}" alt="${words.picture}" class="-mx-4 aspect-3/2 w-[calc(100%+2rem)] max-w-none object-cover" />`;
  return html`<article class="flex flex-col gap-5"><p class="flex min-h-11 items-center text-base text-accent-text">${words.back}</p>${image}<p class="text-base text-ink-muted">${numberOf(snag, lang, words)}</p><h1 class="own-direction text-lg font-strong">${title}</h1><p class="own-direction text-base whitespace-pre-line">${text}</p></article>`;
}
