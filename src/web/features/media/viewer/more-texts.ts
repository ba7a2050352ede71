import { addTexts } from "#web/lib/page-texts.ts";
import type { Speaker } from "./texts.ts";

/** Texts of the application used by tools for members; one file per language. */
const files = {
  common: {
    en: () => import("#i18n/en/common.json", { with: { type: "json" } }),
    ar: () => import("#i18n/ar/common.json", { with: { type: "json" } }),
  },
  errors: {
    en: () => import("#i18n/en/errors.json", { with: { type: "json" } }),
    ar: () => import("#i18n/ar/errors.json", { with: { type: "json" } }),
  },
  map: {
    en: () => import("#i18n/en/sites/map.json", { with: { type: "json" } }),
    ar: () => import("#i18n/ar/sites/map.json", { with: { type: "json" } }),
  },
  photos: {
    en: () => import("#i18n/en/media/photos.json", { with: { type: "json" } }),
    ar: () => import("#i18n/ar/media/photos.json", { with: { type: "json" } }),
  },
  offline: {
    en: () => import("#i18n/en/media/offline.json", { with: { type: "json" } }),
    ar: () => import("#i18n/ar/media/offline.json", { with: { type: "json" } }),
  },
  snags: {
    en: () => import("#i18n/en/work/snags.json", { with: { type: "json" } }),
    ar: () => import("#i18n/ar/work/snags.json", { with: { type: "json" } }),
  },
  spot_codes: {
    en: () => import("#i18n/en/media/spot_codes.json", { with: { type: "json" } }),
    ar: () => import("#i18n/ar/media/spot_codes.json", { with: { type: "json" } }),
  },
  spot_timelapses: {
    en: () => import("#i18n/en/media/spot_timelapses.json", { with: { type: "json" } }),
    ar: () => import("#i18n/ar/media/spot_timelapses.json", { with: { type: "json" } }),
  },
  tour: {
    en: () => import("#i18n/en/media/tour.json", { with: { type: "json" } }),
    ar: () => import("#i18n/ar/media/tour.json", { with: { type: "json" } }),
  },
} as const;

/**
 * Loads texts for components that are shown afterwards; mounted components are not rendered again. Rejects when loading
 * fails.
 */
export async function fetchTexts(
  { language }: Pick<Speaker, "language">,
  ...domains: readonly (keyof typeof files)[]
): Promise<void> {
  const found = await Promise.all(
    domains.map(async (domain) => [domain, (await files[domain][language]()).default] as const),
  );
  addTexts(language, Object.fromEntries(found));
}
