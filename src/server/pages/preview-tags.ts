import type { Language } from "#contract/languages.ts";
import { type Html, html } from "./html.ts";

export interface Preview {
  readonly lang: Language;
  /** Public address of this server; empty when not configured. Previews in messengers need absolute addresses. */
  readonly publicUrl: string;
  /** Name of the website. */
  readonly site: string;
  readonly title: string;
  readonly description: string;
  /** Canonical path of the page. */
  readonly path: string;
  /** Address of one of our pictures; null where there is none. */
  readonly picture: string | null;
}

/** Preview of a link in messengers and email programs. */
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

/** For search engines: the one address of an indexed page, and that of each of its languages. */
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
