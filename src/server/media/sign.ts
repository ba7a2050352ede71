import { currentBearer } from "#server/platform/bearers.ts";
import type { AppKey } from "#server/platform/key.ts";

/**
 * Addresses of media. An address names its bearer (`platform/bearers.ts`) and is valid for as long as the bearer may
 * see what it names: `media-access.ts` checks. A picture's signature covers its variants (so that the client can fill
 * in tile numbers), never its original; an object's signature covers that object alone.
 */
export interface MediaSigner {
  /** Path of everything below a picture's prefix except the original, without a trailing slash, for the current call. */
  signPrefix(prefix: string): string;
  /** Path of one object; for the current call unless `bearer` is given. */
  signObject(key: string, bearer?: string): string;
  /**
   * The object that a path below `/media/` names and the bearer it was issued to, when its signature is valid; `null`
   * otherwise.
   */
  verify(signature: string, key: string): SignedObject | null;
}

export interface SignedObject {
  readonly key: string;
  readonly bearer: string;
}

const VARIANTS = "media.variants";
const OBJECT = "media.object";
const VARIANT_KEY =
  /^(pictures\/([0-9a-f]{2})\/\2[0-9a-f]{62})\/(?:thumb\.webp|base\.webp|poster\.webp|card\.webp|t\/\d{1,2}\/\d{1,3}_\d{1,3}\.jpeg)$/;
/** Tiles of a page of a floor plan. */
const PLAN_TILE_KEY = /^(plans\/([0-9a-f]{2})\/\2[0-9a-f]{62}\/\d{1,5})\/t\/\d{1,2}\/\d{1,3}_\d{1,3}\.webp$/;

/** The first part of a path: the bearer, and the signature over the bearer and what the path opens. */
const SIGNATURE = /^([\w~-]{1,48})\.([\w-]{20,90})$/;

export function createSigner(key: AppKey): MediaSigner {
  const at = (purpose: string, bearer: string, name: string) =>
    `/media/${bearer}.${key.sign(purpose, `${bearer} ${name}`)}/${name}`;
  return {
    signPrefix: (prefix) => at(VARIANTS, currentBearer(), prefix),
    signObject: (object, bearer = currentBearer()) => at(OBJECT, bearer, object),
    verify: (text, object) => {
      const [, bearer = "", signature = ""] = SIGNATURE.exec(text) ?? [];
      const fits = (purpose: string, name: string) => key.verify(purpose, `${bearer} ${name}`, signature);
      const prefix = (VARIANT_KEY.exec(object) ?? PLAN_TILE_KEY.exec(object))?.[1];
      const isOurs = (prefix !== undefined && fits(VARIANTS, prefix)) || fits(OBJECT, object);
      return bearer !== "" && isOurs ? { key: object, bearer } : null;
    },
  };
}
