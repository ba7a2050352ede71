import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as received, in milliseconds of this process. */
export interface AskedAddress {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
}

export type Mood = "well" | "unknown" | "busy" | "blocked" | "slow" | "html" | "broken" | "moved" | "huge";

export interface GeocoderService {
  readonly origin: string;
  readonly asked: AskedAddress[];
  /** Requests that no client of a Nominatim server may send. */
  readonly faults: string[];
  mood: Mood;
  /** Seconds of Retry-After with status 429. */
  retryAfter: number | undefined;
  close(): Promise<void>;
}

/** A server that responds as defined by `CONTRACT.md`, `slow` after `patience` milliseconds. */
export async function startGeocoder({ patience = 6000 } = {}): Promise<GeocoderService> {
  const server = createServer((request, reply) => void answer(request, reply));
  const service = {
    asked: [] as AskedAddress[],
    faults: [] as string[],
    mood: "well" as Mood,
    retryAfter: undefined as number | undefined,
  };

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://geocoder");
    const fault = faultOf(request, url);
    if (fault !== undefined) {
      service.faults.push(fault);
      return json(reply, 400, { error: { code: 400, message: fault } });
    }
    const [latitude, longitude] = [Number(url.searchParams.get("lat")), Number(url.searchParams.get("lon"))];
    const { headers } = request;
    service.asked.push({ at: performance.now(), latitude, longitude, query: url.searchParams, headers });
    switch (service.mood) {
      case "unknown":
        return json(reply, 200, { error: "Unable to geocode" });
      case "busy":
        if (service.retryAfter !== undefined) reply.setHeader("retry-after", String(service.retryAfter));
        return page(reply, 429, "Too many requests");
      case "blocked":
        return page(reply, 403, "Access denied");
      case "html":
        return page(reply, 200, "Welcome");
      case "broken":
        return page(reply, 502, "Bad gateway");
      case "moved":
        return void reply.writeHead(302, { location: "/reverse?moved" }).end();
      case "huge":
        return json(reply, 200, { ...found(latitude, longitude, "en"), filler: "x".repeat(100_000) });
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, patience));
    }
    return json(reply, 200, found(latitude, longitude, headers["accept-language"] ?? "en"));
  }

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

const known = new Set(["format", "lat", "lon", "zoom", "addressdetails"]);

function faultOf({ method, headers }: IncomingMessage, { pathname, searchParams }: URL): string | undefined {
  if (method !== "GET" || pathname !== "/reverse") return `${method} ${pathname} is not there`;
  const strange = [...searchParams.keys()].find((name) => !known.has(name));
  if (strange !== undefined) return `Parameter '${strange}' is not known`;
  for (const [name, most] of [
    ["lat", 90],
    ["lon", 180],
  ] as const) {
    const text = searchParams.get(name) ?? "";
    if (!/^-?\d+(\.\d+)?$/.test(text) || Math.abs(Number(text)) > most) return `Parameter '${name}' is wrong`;
  }
  if (searchParams.get("format") !== "json") return "Parameter 'format' is wrong";
  if (!/^(?:\d|1[0-8])$/.test(searchParams.get("zoom") ?? "18")) return "Parameter 'zoom' is wrong";
  const agent = headers["user-agent"] ?? "";
  if (!/^[\w.-]+\/[\w.]+ \(https?:\/\/[^\s)]+\)$/.test(agent))
    return `User-Agent '${agent}' names no application`;
  return undefined;
}

const found = (latitude: number, longitude: number, language: string) => ({
  place_id: 101,
  lat: String(latitude),
  lon: String(longitude),
  display_name: language.startsWith("ar")
    ? `شارع ${latitude}، الحي ${longitude}، الرياض`
    : `Street ${latitude}, District ${longitude}, Riyadh`,
  address: { road: `Street ${latitude}`, city: "Riyadh", country_code: "sa" },
  boundingbox: [String(latitude), String(latitude), String(longitude), String(longitude)],
});

function json(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

function page(reply: ServerResponse, status: number, title: string): void {
  reply.writeHead(status, { "content-type": "text/html" }).end(`<html><title>${title}</title></html>`);
}
