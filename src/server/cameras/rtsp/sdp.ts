/** One stream offered by a camera. */
export interface Offer {
  readonly kind: "video" | "audio";
  /** By its name in the description, in capitals: `H264`, `H265`, `MPEG4-GENERIC`. */
  readonly encoding: string;
  /** Clock ticks per second. */
  readonly clock: number;
  readonly channels: number;
  /** Payload type of its packets. */
  readonly payload: number;
  /** Address for setting it up. */
  readonly control: string;
  /** Names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const STREAMS = 8;
/** Static payload types that need no description (RFC 3551). */
const known: Readonly<Record<string, string>> = { "0": "PCMU/8000", "8": "PCMA/8000", "26": "JPEG/90000" };

/** Parses a session description (RFC 4566) received from `base`. Unknown content is skipped. */
export function readOffers(text: string, base: string): Offer[] {
  const [session = "", ...sections] = text.split(/\r?\n(?=m=)/);
  const above = controlOf(session, base) ?? base;
  return sections.slice(0, STREAMS).flatMap((section) => {
    const [, kind, payload = ""] = /^m=(video|audio) \d+\S* \S+ (\d{1,3})/.exec(section) ?? [];
    if (kind !== "video" && kind !== "audio") return [];
    const map = attribute(section, `rtpmap:${payload} `) ?? known[payload];
    const [encoding = "", clock = "", channels = "1"] = map?.split("/") ?? [];
    if (!(Number(clock) > 0 && Number(clock) <= 1_000_000)) return [];
    return [
      {
        kind,
        encoding: encoding.trim().toUpperCase(),
        clock: Number(clock),
        channels: Number(channels) || 1,
        payload: Number(payload),
        control: controlOf(section, above) ?? above,
        parameters: parametersOf(attribute(section, `fmtp:${payload} `) ?? ""),
      },
    ];
  });
}

const attribute = (section: string, name: string): string | undefined =>
  section
    .split(/\r?\n/)
    .find((line) => line.startsWith(`a=${name}`))
    ?.slice(2 + name.length)
    .trim();

/**
 * Cameras append a track's name to the address literally, with or without a slash, and not as a browser would resolve
 * it.
 */
function controlOf(section: string, base: string): string | undefined {
  const control = attribute(section, "control:");
  if (control === undefined || control === "*") return undefined;
  if (/[\s\0]/.test(control)) return undefined;
  if (/^rtsps?:\/\//i.test(control)) return control;
  return `${base.replace(/\/$/, "")}/${control.replace(/^\//, "")}`;
}

const parametersOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split(";")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part) => {
        const equals = part.indexOf("=");
        return equals < 0
          ? [part.toLowerCase(), ""]
          : [part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()];
      }),
  );
