import { useSettings } from "#web/lib/session.ts";
import { defaultFilmLimits, type FilmLimits } from "./film-rules.ts";

/** The limits of the settings; the contract's limits until they are loaded. */
export function useFilmLimits(): FilmLimits {
  const limits = useSettings()?.limits;
  return limits === undefined
    ? defaultFilmLimits
    : { megabytes: limits.video_megabytes, seconds: limits.video_seconds };
}
