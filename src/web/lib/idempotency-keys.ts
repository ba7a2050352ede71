/** Milliseconds for which a call that went without an answer is remembered; the server does so for a day. */
const remembered = 10 * 60_000;
const unanswered = new Map<string, { readonly key: string; readonly until: number }>();

/**
 * The name under which a call is sent, so that the server does it once: a new one for each wish, the former one when
 * exactly this was sent before and no answer came. `end`: it was answered, and the next one like it is another wish.
 */
export function takeIdempotencyKey(what: string): { readonly key: string; end(): void } {
  const now = Date.now();
  for (const [known, { until }] of unanswered) if (until < now) unanswered.delete(known);
  const key = unanswered.get(what)?.key ?? newKey();
  unanswered.set(what, { key, until: now + remembered });
  return { key, end: () => void unanswered.delete(what) };
}

/** `crypto.randomUUID` is not there where a page came by plain http from another machine. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
