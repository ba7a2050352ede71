import type { Level } from "../variants.ts";

/** Everything of one uploaded file lies under this prefix; its first two letters spread the folders. */
export const planFolder = (sha256: string) => `plans/${sha256.slice(0, 2)}/${sha256}`;

/** Everything that was made of one page; the original stands beside it. */
export const planPrefix = ({ sha256, page }: { readonly sha256: string; readonly page: number }) =>
  `${planFolder(sha256)}/${page}`;

export const planOriginal = (sha256: string, type: PlanType) => `${planFolder(sha256)}/original.${type}`;

/** Names below a page's prefix. */
export const planFiles = { image: "image.webp", tiles: "t", tile: "t/{level}/{col}_{row}.webp" } as const;

export type PlanType = "jpg" | "png" | "webp" | "pdf";

export const PLAN_TILE = 512;
/** Longest side of the picture that cards, minimaps and reports show, in pixels; what is larger gets tiles. */
export const PLAN_IMAGE = 4096;
/** The coarsest level is not longer than this: two tiles, there at once. */
const COARSEST = 1024;

/** Own size and halves of it (rounded up), ascending, the first one at most 1024 long. */
export function planLevels(width: number, height: number): Level[] {
  const smaller =
    Math.max(width, height) > COARSEST ? planLevels(Math.ceil(width / 2), Math.ceil(height / 2)) : [];
  return [...smaller, { width, height }];
}
