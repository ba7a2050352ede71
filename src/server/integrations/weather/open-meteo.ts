import { z } from "zod";
import { ProbeFailure } from "../probes/guarded-lookup.ts";
import { askHttp, type HttpAnswer } from "../probes/http-probe.ts";
import { type ProbeText, probeText } from "../probes/probe-text.ts";

export interface WeatherQuestion {
  /** The server's address from the settings, with or without `/v1/forecast`. */
  readonly server: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** `2026-11-21`, in the location's time zone. */
  readonly day: string;
  /** Identifies this installation to the server. */
  readonly userAgent: string;
}

/** Degrees Celsius, millimetres per day, kilometres per hour; null where the server has no value. */
export interface DayWeather {
  /** From WMO table 4677, as used by weather services. */
  readonly code: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly rain: number | null;
  readonly wind: number | null;
}

const PATIENCE = 6000;
/** Maximum bytes read: a day is some hundred bytes. */
const ATMOST = 64 * 1024;
const fields = {
  code: "weather_code",
  low: "temperature_2m_min",
  high: "temperature_2m_max",
  rain: "precipitation_sum",
  wind: "wind_speed_10m_max",
} as const;

const figures = z.array(z.number().nullable()).length(1);
const Forecast = z.object({
  daily: z.object({
    time: z.array(z.string()).length(1),
    weather_code: figures,
    temperature_2m_min: figures,
    temperature_2m_max: figures,
    precipitation_sum: figures,
    wind_speed_10m_max: figures,
  }),
});
const Refusal = z.object({ error: z.literal(true), reason: z.string() });

/**
 * Returns the weather of a day at a location, from a server with Open-Meteo's API (https://open-meteo.com/en/docs).
 * Makes one request that follows no redirects.
 *
 * @throws ProbeFailure with a sentence for the administrator.
 */
export async function askWeather(question: WeatherQuestion): Promise<DayWeather> {
  const answer = await askHttp(addressOf(question), {
    headers: { "user-agent": question.userAgent, accept: "application/json" },
    atMost: ATMOST,
    signal: AbortSignal.timeout(PATIENCE),
  });
  const value = parse(answer);
  const refusal = Refusal.safeParse(value);
  if (refusal.success)
    throw new ProbeFailure("weather_refused", { reason: refusal.data.reason.slice(0, 300) });
  if (answer.status !== 200) throw new ProbeFailure("no_weather", { status: answer.status });
  const found = Forecast.safeParse(value);
  if (!found.success || found.data.daily.time[0] !== question.day) throw new ProbeFailure("other_weather");
  const { daily } = found.data;
  const figure = (name: keyof typeof fields) => daily[fields[name]][0] ?? null;
  return {
    code: figure("code"),
    low: figure("low"),
    high: figure("high"),
    rain: figure("rain"),
    wind: figure("wind"),
  };
}

/** Requests the current day in Riyadh. Returns a sentence for the administrator; throws ProbeFailure. */
export async function testWeather(server: string, userAgent: string, now: Date): Promise<ProbeText> {
  if (server === "") throw new ProbeFailure("no_address");
  const { high } = await askWeather({
    server,
    latitude: 24.7136,
    longitude: 46.6753,
    day: now.toISOString().slice(0, 10),
    userAgent,
  });
  return probeText(high === null ? "weather_without_temperatures" : "weather_received");
}

function addressOf({ server, latitude, longitude, day }: WeatherQuestion): URL {
  const url = new URL(server);
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith("/v1/forecast") ? path : `${path}/v1/forecast`;
  const asked = {
    latitude,
    longitude,
    daily: Object.values(fields).join(","),
    // Days are local to the location, not UTC.
    timezone: "auto",
    start_date: day,
    end_date: day,
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, String(value));
  return url;
}

function parse({ body }: HttpAnswer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
