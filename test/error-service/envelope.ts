/** An item of an envelope: its headers, and its payload as bytes and, where it is JSON, as a value. */
export interface EnvelopeItem {
  readonly type: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: unknown;
}

export interface Envelope {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly items: readonly EnvelopeItem[];
}

/** A violation of the format. */
export class EnvelopeError extends Error {}

const refuse = (why: string): never => {
  throw new EnvelopeError(why);
};

/** A value as a string: one that is not a string matches no pattern. */
const word = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));

/** Parses an envelope as the published format describes it; throws for everything else. */
export function readEnvelope(bytes: Buffer): Envelope {
  let at = 0;
  const line = (): string => {
    const end = bytes.indexOf(10, at);
    const text = bytes.toString("utf8", at, end === -1 ? bytes.length : end);
    at = end === -1 ? bytes.length : end + 1;
    return text;
  };
  const headers = object(line(), "the headers");
  if (headers["event_id"] !== undefined && !/^[0-9a-f]{32}$/.test(word(headers["event_id"])))
    refuse(`event_id is ${word(headers["event_id"])}`);
  if (Number.isNaN(Date.parse(word(headers["sent_at"])))) refuse("sent_at is no time");
  const items: EnvelopeItem[] = [];
  while (at < bytes.length) {
    const head = object(line(), "the headers of an item");
    const { type, length } = head;
    if (typeof type !== "string") return refuse("an item without a type");
    let payload: Buffer;
    if (typeof length === "number") {
      payload = bytes.subarray(at, at + length);
      if (payload.length !== length) refuse(`${type} is shorter than it says`);
      at += length;
      if (at < bytes.length && bytes[at] !== 10) refuse(`${type} is longer than it says`);
      at += 1;
    } else payload = Buffer.from(line());
    items.push({ type, headers: head, payload: readPayload(type, head, payload) });
  }
  if (items.length === 0) refuse("an envelope without items");
  return { headers, items };
}

function readPayload(type: string, head: Record<string, unknown>, payload: Buffer): unknown {
  const text = payload.toString("utf8");
  switch (type) {
    case "event":
    case "transaction":
    case "replay_event": {
      const event = object(text, type);
      if (!/^[0-9a-f]{32}$/.test(word(event["event_id"]))) refuse(`${type} without event_id`);
      if (typeof event["timestamp"] !== "number") refuse(`${type} without timestamp`);
      if (event["platform"] !== "javascript") refuse(`${type} of platform ${word(event["platform"])}`);
      return event;
    }
    case "replay_recording": {
      const end = text.indexOf("\n");
      const first = object(text.slice(0, end), "the headers of a recording");
      if (typeof first["segment_id"] !== "number") refuse("a recording without segment_id");
      const events: unknown = JSON.parse(text.slice(end + 1));
      return Array.isArray(events) ? events : refuse("a recording that is no list");
    }
    case "span": {
      const { items } = object(text, type);
      if (!Array.isArray(items) || items.length !== head["item_count"])
        refuse("spans are not as many as they say");
      return items;
    }
    default:
      return refuse(`an item of type ${type}`);
  }
}

function object(text: string, what: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  return refuse(`${what} are no JSON object: ${text.slice(0, 80)}`);
}
