import type { DiaryWeather } from "#contract/diary.ts";
import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/work/diary.json" with { type: "json" };
import en from "#i18n/en/work/diary.json" with { type: "json" };
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { agentOf } from "#server/integrations/agent.ts";
import { ProbeFailure } from "#server/integrations/probes/guarded-lookup.ts";
import { askWeather } from "#server/integrations/weather/open-meteo.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";

export interface WeatherOptions {
  readonly settings: { get(): { readonly weather_url: string } };
  readonly log: Pick<Log, "warn">;
  readonly version: string;
  readonly siteAddress: string;
}

/** A validation error of one field of the diary, by the key of its text. */
export const refused = (field: string, key: string) =>
  new AppError("VALIDATION", { fields: { [field]: [key] } });

const words = { en, ar } satisfies Record<Language, object>;

/** WMO codes (table 4677) as used by weather services, by first and last of each range. */
const skies = [
  [0, 1, "sunny"],
  [2, 3, "cloudy"],
  [4, 9, "dust"],
  [30, 35, "dust"],
  [45, 48, "fog"],
  [51, 67, "rain"],
  [71, 77, "snow"],
  [80, 82, "rain"],
  [85, 86, "snow"],
  [95, 99, "thunderstorm"],
] as const;

/** Text for the sky of a weather code; empty for an unknown code. */
export function skyText(code: number | null, language: Language): string {
  const sky = skies.find(([first, last]) => code !== null && code >= first && code <= last)?.[2];
  return sky === undefined ? "" : words[language].weather.choices[sky];
}

/**
 * Fetches from the weather service, in the reader's language. Throws VALIDATION where it is not configured, the project
 * has no location, or it fails.
 */
export async function weatherOf(
  { settings, log, version, siteAddress }: WeatherOptions,
  { id, latitude, longitude }: ProjectRecord,
  day: string,
  language: Language,
): Promise<DiaryWeather> {
  const server = settings.get().weather_url;
  if (server === "") throw refused("weather", "diary.weather_off");
  if (latitude === null || longitude === null) throw refused("weather", "diary.weather_no_location");
  try {
    const userAgent = agentOf({ version, siteAddress });
    const { code, ...figures } = await askWeather({ server, latitude, longitude, day, userAgent });
    return { text: skyText(code, language), ...figures, is_fetched: true };
  } catch (error) {
    if (!(error instanceof ProbeFailure)) throw error;
    log.warn({ reason: error.message, id_project: id, day }, "no weather from the weather service");
    throw refused("weather", "diary.weather_failed");
  }
}
