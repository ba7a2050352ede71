import { z } from "zod";
import { ProbeFailure } from "../probes/guarded-lookup.ts";
import { askHttp, type HttpAnswer } from "../probes/http-probe.ts";

export interface AddressQuestion {
  /** The server's address as the settings have it, with or without `/reverse`. */
  readonly server: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** 0 a country, 18 a building. */
  readonly zoom: number;
  readonly language: string;
  /** Says which site asks: public servers refuse who does not. */
  readonly userAgent: string;
  /** Milliseconds within which the answer must be there. */
  readonly patience: number;
}

/** What a Nominatim server tells of a point; null when it knows no address there. */
export type KnownAddress = z.output<typeof Found> | null;

/** The server is not to be asked again at once: it refused us, was too slow, or is no Nominatim server. */
export class GeocoderFailure extends Error {
  /** It said that we ask too much, or not at all. */
  readonly isRefusal: boolean;
  /** Seconds it wants to be left alone, where it said so. */
  readonly seconds: number | undefined;

  constructor(
    detail: string,
    { isRefusal = false, seconds }: { isRefusal?: boolean; seconds?: number } = {},
  ) {
    super(detail);
    this.name = "GeocoderFailure";
    this.isRefusal = isRefusal;
    this.seconds = seconds;
  }
}

/** An address is some hundred bytes; no more than this is read. */
const ATMOST = 64 * 1024;

const Found = z.object({
  lat: z.string().max(40),
  lon: z.string().max(40),
  display_name: z.string().min(1).max(2000),
  // Left out by servers that were asked for no details, and some parts are no text.
  address: z
    .record(z.string(), z.unknown())
    .default({})
    .transform((parts) =>
      Object.fromEntries(
        Object.entries(parts).filter((part): part is [string, string] => typeof part[1] === "string"),
      ),
    ),
});
/** Nothing known is said with status 200. */
const Unknown = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

/** The address of a point, by one question that follows no redirects. Throws GeocoderFailure. */
export async function askAddress(question: AddressQuestion): Promise<KnownAddress> {
  const answer = await ask(question);
  const { status, headers } = answer;
  if (status === 429 || status === 403) {
    const seconds = Number(headers["retry-after"]);
    throw new GeocoderFailure(
      `It responded with ${status}: too many requests, or this platform is blocked.`,
      {
        isRefusal: true,
        ...(Number.isFinite(seconds) && seconds > 0 && { seconds }),
      },
    );
  }
  if (status !== 200) throw new GeocoderFailure(`It responded with ${status} instead of an address.`);
  const value = parse(answer);
  const found = Found.safeParse(value);
  if (found.success) return found.data;
  if (Unknown.safeParse(value).success) return null;
  throw new GeocoderFailure("The response is not that of a Nominatim server.");
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
    if (error instanceof ProbeFailure) throw new GeocoderFailure(error.message);
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
