import type { Level } from "../variants.ts";

/** All files of one uploaded file are under this prefix; its first two letters spread the folders. */
export const planFolder = (sha256: string) => `plans/${sha256.slice(0, 2)}/${sha256}`;

/** Prefix of the files derived from one page; the original is next to it. */
export const planPrefix = ({ sha256, page }: { readonly sha256: string; readonly page: number }) =>
  `${planFolder(sha256)}/${page}`;

export const planOriginal = (sha256: string, type: PlanType) => `${planFolder(sha256)}/original.${type}`;

/** Names below a page's prefix. */
export const planFiles = { image: "image.webp", tiles: "t", tile: "t/{level}/{col}_{row}.webp" } as const;

export type PlanType = "jpg" | "png" | "webp" | "pdf";

export const PLAN_TILE = 512;
/** Longest side in pixels of the picture for cards, minimaps and reports; a larger floor plan gets tiles. */
export const PLAN_IMAGE = 4096;
/** Maximum length of the coarsest level: two tiles, loaded at once. */
const COARSEST = 1024;

/** Full size and halves of it (rounded up), ascending, the first one at most 1024 long. */
export function planLevels(width: number, height: number): Level[] {
  const smaller =
    Math.max(width, height) > COARSEST ? planLevels(Math.ceil(width / 2), Math.ceil(height / 2)) : [];
  return [...smaller, { width, height }];
}
