import { scrub } from "./scrub.ts";

/** As the format has it: headers, then parts of a header and a payload each. */
export type AnyEnvelope = readonly [
  Record<string, unknown>,
  readonly (readonly [Record<string, unknown>, unknown])[],
];

/**
 * Everything that leaves goes through here, whatever made it: errors, measurements, replays. Nothing of a request but
 * its address goes out, and no address with what it opens.
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
  // The address of the service itself, with its public key, must stay as it is.
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

/** A piece of a replay: a line of headers, then its events as JSON. What is written otherwise is not sent on. */
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
