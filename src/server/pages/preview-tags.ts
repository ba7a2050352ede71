import type { Language } from "#contract/languages.ts";
import { type Html, html } from "./html.ts";

export interface Preview {
  readonly lang: Language;
  /** Where people reach this server; empty when nobody said. Previews in messengers need whole addresses. */
  readonly publicUrl: string;
  /** Name of the website. */
  readonly site: string;
  readonly title: string;
  readonly description: string;
  /** Of the page, under which it is to be known. */
  readonly path: string;
  /** Address of a picture of ours; null where there is none. */
  readonly picture: string | null;
}

/** What messengers and mail programs show of a link. */
export function previewTags(preview: Preview): Html[] {
  const { lang, publicUrl, site, title, description, path, picture } = preview;
  const properties = [
    ["og:type", "website"],
    ["og:site_name", site],
    ["og:title", title],
    ["og:description", description],
    ["og:locale", lang === "ar" ? "ar_AR" : "en_GB"],
    ...(publicUrl === "" ? [] : [["og:url", absolute(publicUrl, path)]]),
    ...(publicUrl === "" || picture === null ? [] : [["og:image", absolute(publicUrl, picture)]]),
  ] as const;
  return [
    html`<meta name="description" content="${description}" />`,
    html`<meta name="twitter:card" content="${picture === null ? "summary" : "summary_large_image"}" />`,
    ...properties.map(
      ([name, content]) => html`<meta property="${name ?? ""}" content="${content ?? ""}" />`,
    ),
  ];
}

/** For search machines: the one address of a page that is to be found, and that of each of its languages. */
export function searchTags(publicUrl: string, path: string): Html[] {
  if (publicUrl === "") return [];
  const address = absolute(publicUrl, path);
  return [
    html`<link rel="canonical" href="${address}" />`,
    ...["en", "ar"].map(
      (language) => html`<link rel="alternate" hreflang="${language}" href="${address}?lang=${language}" />`,
    ),
  ];
}

const absolute = (publicUrl: string, path: string) => new URL(path, publicUrl).href;
