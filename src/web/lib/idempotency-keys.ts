/** Milliseconds for which an unanswered call is remembered; the server does so for a day. */
const remembered = 10 * 60_000;
const unanswered = new Map<string, { readonly key: string; readonly until: number }>();

/**
 * The idempotency key of a call, so that the server processes it once: a new one for each request, the former one when
 * exactly this was sent before without an answer. `end`: it was answered, and the next equal one is another request.
 */
export function takeIdempotencyKey(what: string): { readonly key: string; end(): void } {
  const now = Date.now();
  for (const [known, { until }] of unanswered) if (until < now) unanswered.delete(known);
  const key = unanswered.get(what)?.key ?? newKey();
  unanswered.set(what, { key, until: now + remembered });
  return { key, end: () => void unanswered.delete(what) };
}

/** `crypto.randomUUID` is missing where a page came by plain http from another machine. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
