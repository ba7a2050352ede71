/** Headers of a webhook request, by the Standard Webhooks specification. */
export interface WebhookHeaders {
  readonly id: string | null | undefined;
  readonly timestamp: string | null | undefined;
  readonly signature: string | null | undefined;
}

export interface WebhookMessage {
  readonly type: string;
  readonly timestamp: string;
  readonly data: unknown;
}

/** Seconds that a message may be old or ahead of this machine's clock. */
const tolerance = 300;
const prefix = "whsec_";

/**
 * Verifies that a request is from Sitewalk and recent, and returns its message. `body` is the text exactly as received.
 * Throws an `Error` that says what is wrong with it. Store `id` for a while: the same message may arrive twice.
 */
export async function verifyWebhook(
  secret: string,
  { id, timestamp, signature }: WebhookHeaders,
  body: string,
  now = Date.now(),
): Promise<WebhookMessage> {
  if (!id || !timestamp || !signature) throw new Error("This is no webhook: its headers are missing.");
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!(age <= tolerance)) throw new Error("This webhook is too old.");
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of signature.split(" ")) {
    const [version, text = ""] = one.split(",");
    if (version !== "v1") continue;
    // Compared by the platform, in constant time.
    if (await crypto.subtle.verify("HMAC", key, bytesOf(text), signed))
      return JSON.parse(body) as WebhookMessage;
  }
  throw new Error("This webhook is signed by somebody else.");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
