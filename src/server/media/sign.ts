import type { AppKey } from "#server/platform/key.ts";

/**
 * Addresses of media. Who is given one may read what it names for as long as the installation's key lives: they
 * are handed out only with records that the asker may see. A picture's signature covers its variants (so that the
 * client can fill in tile numbers), never its original; an object's signature covers that object alone.
 */
export interface MediaSigner {
  /** Path of everything below a picture's prefix except the original, without a trailing slash. */
  signPrefix(prefix: string): string;
  /** Path of one object. */
  signObject(key: string): string;
  /** The key that a path below `/media/` names, when its signature fits; `null` otherwise. */
  verify(signature: string, key: string): string | null;
}

const VARIANTS = "media.variants";
const OBJECT = "media.object";
const VARIANT_KEY =
  /^(pictures\/([0-9a-f]{2})\/\2[0-9a-f]{62})\/(?:thumb\.webp|base\.webp|poster\.webp|t\/\d{1,2}\/\d{1,3}_\d{1,3}\.jpeg)$/;
/** Of a page of a plan, its tiles. */
const PLAN_TILE_KEY = /^(plans\/([0-9a-f]{2})\/\2[0-9a-f]{62}\/\d{1,5})\/t\/\d{1,2}\/\d{1,3}_\d{1,3}\.webp$/;

export function createSigner(key: AppKey): MediaSigner {
  return {
    signPrefix: (prefix) => `/media/${key.sign(VARIANTS, prefix)}/${prefix}`,
    signObject: (object) => `/media/${key.sign(OBJECT, object)}/${object}`,
    verify: (signature, object) => {
      const prefix = (VARIANT_KEY.exec(object) ?? PLAN_TILE_KEY.exec(object))?.[1];
      if (prefix !== undefined && key.verify(VARIANTS, prefix, signature)) return object;
      return key.verify(OBJECT, object, signature) ? object : null;
    },
  };
}
