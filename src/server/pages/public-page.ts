import { Code } from "#contract/common.ts";
import { codeOf, publicPathOf } from "#contract/doors.ts";
import type { Language } from "#contract/languages.ts";
import type { PublicContent } from "#contract/pages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { Showcase } from "#contract/showcase.ts";
import type { PublicProfile } from "#contract/users.ts";
import ar from "#i18n/ar/installation/home.json" with { type: "json" };
import en from "#i18n/en/installation/home.json" with { type: "json" };
import { type Html, html } from "./html.ts";
import { longDate } from "./languages.ts";
import { previewTags, searchTags } from "./preview-tags.ts";

/** Source of public content; undefined when there is none. */
export interface PublicSource {
  readonly showcase: (code: string) => Promise<Showcase | undefined>;
  readonly publicProfile: (code: string) => Promise<PublicProfile | undefined>;
}

/** A public page, as far as the server renders it. */
export interface PublicPage {
  readonly status: 200 | 403 | 404;
  /** Written into the page, so that its first paint needs no request; undefined where there is nothing to show. */
  readonly content?: PublicContent;
  /** Prefix of the website's name. */
  readonly title?: string;
  readonly head: readonly Html[];
  /** The large picture of its first screen; null where it has none of its own. */
  readonly picture: string | null;
  /** Content for clients that run no script. */
  readonly plain?: Html;
  /** Whether search engines may index it. */
  readonly isFound: boolean;
}

export interface PublicPageInput {
  /** Canonical path. */
  readonly path: string;
  readonly lang: Language;
  readonly settings: PublicSettings;
  readonly publicUrl: string;
}

const homeTexts: Readonly<Record<Language, typeof en>> = { en, ar };
const refused = { head: [], picture: null, isFound: false } as const;

/** The page at a public address; undefined for every other one. */
export async function publicPage(
  input: PublicPageInput,
  source: PublicSource,
): Promise<PublicPage | undefined> {
  const kind = publicPathOf(input.path);
  if (kind === undefined) return undefined;
  if (kind === "/") return home(input);
  if (kind === "/licences")
    return {
      status: 200,
      title: homeTexts[input.lang].licences.title,
      head: [],
      picture: null,
      isFound: false,
    };
  const { data: code } = Code.safeParse(codeOf(input.path));
  if (kind === "/showcase") {
    const found = code === undefined ? undefined : await source.showcase(code);
    return found === undefined ? { ...refused, status: 403 } : showcase(found, input);
  }
  const found = code === undefined ? undefined : await source.publicProfile(code);
  return found === undefined ? { ...refused, status: 404 } : profile(found, input);
}

function home({ path, lang, settings, publicUrl }: PublicPageInput): PublicPage {
  const { website_name: site } = settings;
  const { description } = homeTexts[lang];
  const [picture = "/icons/icon-512.png"] = settings.backgrounds;
  return {
    status: 200,
    head: [
      ...previewTags({ lang, publicUrl, site, title: site, description, path, picture }),
      ...searchTags(publicUrl, path),
    ],
    picture: null,
    isFound: true,
  };
}

/** A showcase is meant to be found. */
function showcase(content: Showcase, { path, lang, settings, publicUrl }: PublicPageInput): PublicPage {
  const { name, location, description, cover, visits } = content;
  const words = [location, description].filter(Boolean).join(" · ");
  return {
    status: 200,
    content: { showcase: content },
    title: name,
    head: [
      ...previewTags({
        lang,
        publicUrl,
        site: settings.website_name,
        title: name,
        description: shortened(words === "" ? homeTexts[lang].description : words),
        path,
        picture: cover,
      }),
      ...searchTags(publicUrl, path),
    ],
    picture: cover,
    plain: html`<h1>${name}</h1><p>${location}</p><p>${description}</p><ul>${visits.map(
      ({ code, name: visit, visit_date }) =>
        html`<li><a href="/viewer/${code}">${visit}</a> ${longDate(visit_date, lang)}</li>`,
    )}</ul>`,
    isFound: true,
  };
}

/** A user's name is for people with the link: search engines must not index it. */
function profile(content: PublicProfile, { path, lang, settings, publicUrl }: PublicPageInput): PublicPage {
  const { website_name: site } = settings;
  const { name, company, cover_image, avatar, tours } = content;
  const picture = cover_image ?? tours[0]?.cover ?? avatar;
  return {
    status: 200,
    content: { profile: content },
    ...(name !== "" && { title: name }),
    head: previewTags({
      lang,
      publicUrl,
      site,
      title: name === "" ? site : name,
      description: company === "" ? homeTexts[lang].description : company,
      path,
      picture,
    }),
    picture: cover_image,
    isFound: false,
  };
}

/** As much as messengers show; cut at a word. */
function shortened(text: string): string {
  if (text.length <= 200) return text;
  return `${text.slice(0, text.lastIndexOf(" ", 199) > 100 ? text.lastIndexOf(" ", 199) : 199)}…`;
}
