import { z } from "zod";
import { ProbeFailure } from "../probes/guarded-lookup.ts";
import { askHttp, type HttpAnswer } from "../probes/http-probe.ts";
import { OutsideTrouble, type ProbeText, probeText } from "../probes/probe-text.ts";

export interface AddressQuestion {
  /** The server's address from the settings, with or without `/reverse`. */
  readonly server: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** 0 is a country, 18 a building. */
  readonly zoom: number;
  readonly language: string;
  /** Identifies this site: public servers refuse requests without one. */
  readonly userAgent: string;
  /** Timeout in milliseconds. */
  readonly patience: number;
}

/** Answer of a Nominatim server for a point; null when it has no address there. */
export type KnownAddress = z.output<typeof Found> | null;

/** The server must not be called again at once: it refused, timed out, or is not a Nominatim server. */
export class GeocoderFailure extends OutsideTrouble {
  /** It reported too many requests, or denied access. */
  readonly isRefusal: boolean;
  /** Seconds to wait, where the server gave them. */
  readonly seconds: number | undefined;

  constructor(
    said: ProbeText,
    { isRefusal = false, seconds }: { isRefusal?: boolean; seconds?: number } = {},
  ) {
    super(said);
    this.name = "GeocoderFailure";
    this.isRefusal = isRefusal;
    this.seconds = seconds;
  }
}

/** Maximum bytes read: an address is some hundred bytes. */
const ATMOST = 64 * 1024;

const Found = z.object({
  lat: z.string().max(40),
  lon: z.string().max(40),
  display_name: z.string().min(1).max(2000),
  // Omitted by servers that were asked for no details; some parts are not text.
  address: z
    .record(z.string(), z.unknown())
    .default({})
    .transform((parts) =>
      Object.fromEntries(
        Object.entries(parts).filter((part): part is [string, string] => typeof part[1] === "string"),
      ),
    ),
});
/** An unknown address is reported with status 200. */
const Unknown = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

/** Returns the address of a point, with one request that follows no redirects. Throws GeocoderFailure. */
export async function askAddress(question: AddressQuestion): Promise<KnownAddress> {
  const answer = await ask(question);
  const { status, headers } = answer;
  if (status === 429 || status === 403) {
    const seconds = Number(headers["retry-after"]);
    throw new GeocoderFailure(probeText("status_too_many", { status }), {
      isRefusal: true,
      ...(Number.isFinite(seconds) && seconds > 0 && { seconds }),
    });
  }
  if (status !== 200) throw new GeocoderFailure(probeText("no_place", { status }));
  const value = parse(answer);
  const found = Found.safeParse(value);
  if (found.success) return found.data;
  if (Unknown.safeParse(value).success) return null;
  throw new GeocoderFailure(probeText("no_nominatim"));
}

async function ask(question: AddressQuestion): Promise<HttpAnswer> {
  const { language, userAgent, patience } = question;
  try {
    return await askHttp(addressOf(question), {
      headers: { "user-agent": userAgent, accept: "application/json", "accept-language": language },
      atMost: ATMOST,
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    if (error instanceof ProbeFailure) throw new GeocoderFailure(error.said);
    throw error;
  }
}

function addressOf({ server, latitude, longitude, zoom }: AddressQuestion): URL {
  const url = new URL(server);
  url.pathname = `${url.pathname.replace(/\/+$/, "").replace(/\/reverse$/, "")}/reverse`;
  const asked = { format: "json", lat: latitude, lon: longitude, zoom, addressdetails: 1 };
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
