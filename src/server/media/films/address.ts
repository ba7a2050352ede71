import { currentBearer } from "#server/platform/bearers.ts";
import type { AppKey } from "#server/platform/key.ts";

/**
 * Scope of an address: the video with everything needed for playing it, its two stills alone, or the original file. A
 * user who may see that there is a video may not necessarily watch it.
 */
export type FilmScope = "film" | "still" | "original";

/**
 * Addresses of videos. The token is in the path, so that the relative addresses in playlists and native players inherit
 * it; it contains its scope, video, expiry and holder (`platform/bearers.ts`).
 */
export interface FilmAddresses {
  /** Path of a video's folder, without a trailing slash. */
  sign(scope: FilmScope, sha256: string, expires: Date): string;
  /** Scope of the token for this video now, and its holder; null when it is invalid. */
  verify(token: string, sha256: string): SignedFilm | null;
}

interface SignedFilm {
  readonly scope: FilmScope;
  readonly bearer: string;
}

const PURPOSE = "media.film";
const letters = { film: "f", still: "s", original: "o" } as const satisfies Record<FilmScope, string>;
const scopes: readonly FilmScope[] = ["film", "still", "original"];

export function createFilmAddresses(key: AppKey, now: () => Date): FilmAddresses {
  const text = (claim: string, sha256: string) => `${claim} ${sha256}`;
  return {
    sign(scope, sha256, expires) {
      const until = Math.ceil(expires.getTime() / 1000).toString(36);
      const claim = `${letters[scope]}${until}.${currentBearer()}`;
      return `/media/films/${claim}.${key.sign(PURPOSE, text(claim, sha256))}/${sha256}`;
    },
    verify(token, sha256) {
      const [, claim = "", letter, until = "", bearer = "", signature = ""] =
        /^(([fso])([0-9a-z]{1,9})\.([\w~-]{1,48}))\.([\w-]{20,90})$/.exec(token) ?? [];
      if (claim === "" || !/^[0-9a-f]{64}$/.test(sha256)) return null;
      if (!key.verify(PURPOSE, text(claim, sha256), signature)) return null;
      if (Number.parseInt(until, 36) * 1000 <= now().getTime()) return null;
      const scope = scopes.find((one) => letters[one] === letter);
      return scope === undefined ? null : { scope, bearer };
    },
  };
}
