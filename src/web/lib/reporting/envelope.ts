import { scrub } from "./scrub.ts";

/** The wire format: headers, then items of a header and a payload each. */
export type AnyEnvelope = readonly [
  Record<string, unknown>,
  readonly (readonly [Record<string, unknown>, unknown])[],
];

/**
 * Every outgoing envelope passes through here, whatever its source: errors, measurements, replays. Of a request only
 * its URL is sent, and no URL with the secrets it contains.
 */
export function scrubEnvelope<T>(envelope: T): T {
  const [header, parts] = envelope as unknown as AnyEnvelope;
  const clean = parts.map(([head, payload]) => {
    const scrubbed = scrubPayload(payload);
    const isCounted = head["length"] !== undefined && typeof scrubbed === "string";
    return [
      isCounted ? { ...head, length: new TextEncoder().encode(scrubbed).length } : head,
      scrubbed,
    ] as const;
  });
  // The address of the service itself, with its public key, must stay unchanged.
  const trace = header["trace"] === undefined ? {} : { trace: scrub(header["trace"]) };
  return [{ ...header, ...trace }, clean] as unknown as T;
}

function scrubPayload(payload: unknown): unknown {
  if (typeof payload === "string") return scrubRecording(payload);
  const clean = scrub(payload);
  if (!isRecord(clean)) return clean;
  const { request, user: _user, ...rest } = clean;
  return isRecord(request) ? { ...rest, request: { url: request["url"] } } : rest;
}

/** A segment of a replay: a line of headers, then its events as JSON. Any other format is not sent. */
function scrubRecording(text: string): string {
  const at = text.indexOf("\n");
  try {
    return `${text.slice(0, at)}\n${JSON.stringify(scrub(JSON.parse(text.slice(at + 1))))}`;
  } catch {
    return `${text.slice(0, Math.max(0, at))}\n[]`;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
