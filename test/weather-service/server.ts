import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface WeatherService {
  readonly origin: string;
  /** The answered requests. */
  readonly asked: URLSearchParams[];
  /** Requests that the documentation does not allow. */
  readonly faults: string[];
  mood: "well" | "busy" | "html" | "empty";
  close(): Promise<void>;
}

const DAY = 86_400_000;
const variables = {
  weather_code: ["wmo code", 63],
  temperature_2m_max: ["°C", 31.4],
  temperature_2m_min: ["°C", 22.8],
  precipitation_sum: ["mm", 4.2],
  wind_speed_10m_max: ["km/h", 18.5],
} as const;
const isVariable = (name: string): name is keyof typeof variables => Object.hasOwn(variables, name);
const known = new Set(["latitude", "longitude", "daily", "timezone", "start_date", "end_date"]);

/** A server that responds as defined by `CONTRACT.md`; `now` is its current date. */
export async function startWeather(now: () => Date = () => new Date()): Promise<WeatherService> {
  const service = {
    asked: [] as URLSearchParams[],
    faults: [] as string[],
    mood: "well" as WeatherService["mood"],
  };
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? "/", "http://weather");
    const fault = faultOf(request, url, now());
    if (fault !== undefined) {
      service.faults.push(fault);
      return json(reply, 400, { error: true, reason: fault });
    }
    service.asked.push(url.searchParams);
    if (service.mood === "busy")
      return json(reply, 429, { error: true, reason: "Minutely API request limit exceeded." });
    if (service.mood === "html")
      return reply.writeHead(200, { "content-type": "text/html" }).end("<title>Welcome</title>");
    return json(reply, 200, forecast(url.searchParams, service.mood === "empty"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(service, {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function faultOf(
  { method }: IncomingMessage,
  { pathname, searchParams }: URL,
  now: Date,
): string | undefined {
  if (method !== "GET" || pathname !== "/v1/forecast") return "Not Found";
  const strange = [...searchParams.keys()].find((name) => !known.has(name));
  if (strange !== undefined) return `Parameter '${strange}' is not known`;
  for (const [name, most] of [
    ["latitude", 90],
    ["longitude", 180],
  ] as const) {
    const text = searchParams.get(name) ?? "";
    if (!/^-?\d+(\.\d+)?$/.test(text) || Math.abs(Number(text)) > most)
      return `${name} must be in range of -${most} to ${most}°. Given: ${text}.`;
  }
  const daily = (searchParams.get("daily") ?? "").split(",");
  const wrong = daily.find((name) => !isVariable(name));
  if (wrong !== undefined)
    return `Cannot initialize ForecastVariableDaily from invalid String value ${wrong}.`;
  if (searchParams.get("timezone") === null) return "Timezone is required";
  const [from, to] = [searchParams.get("start_date") ?? "", searchParams.get("end_date") ?? ""] as const;
  for (const day of [from, to])
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return `Invalid date format: ${day}. Required format: YYYY-MM-DD`;
  const dayIn = (days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);
  const [first, last] = [dayIn(-92), dayIn(16)] as const;
  if (from < first || from > last)
    return `Parameter 'start_date' is out of allowed range from ${first} to ${last}`;
  return from === to ? undefined : "One day is asked for";
}

function forecast(query: URLSearchParams, isEmpty: boolean) {
  const names = (query.get("daily") ?? "").split(",").filter(isVariable);
  const each = (value: (name: keyof typeof variables) => unknown) =>
    Object.fromEntries(names.map((name) => [name, value(name)]));
  return {
    latitude: Number(query.get("latitude")),
    longitude: Number(query.get("longitude")),
    generationtime_ms: 0.1,
    utc_offset_seconds: 10_800,
    timezone: "Asia/Riyadh",
    timezone_abbreviation: "GMT+3",
    elevation: 612,
    daily_units: { time: "iso8601", ...each((name) => variables[name][0]) },
    daily: {
      time: [query.get("start_date")],
      ...each((name) => [isEmpty ? null : variables[name][1]]),
    },
  };
}

function json(reply: ServerResponse, status: number, body: unknown): ServerResponse {
  return reply
    .writeHead(status, { "content-type": "application/json; charset=utf-8" })
    .end(JSON.stringify(body));
}
