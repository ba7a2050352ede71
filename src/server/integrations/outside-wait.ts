/**
 * Seconds that a service asks to wait; undefined where it gives none. `Retry-After` (seconds or a date) precedes
 * `X-RateLimit-Reset` (seconds since 1970, trusted only with a 429), and both precede a number in the body.
 */
export function waitOf(status: number, headers: Headers, body: unknown, now: Date): number | undefined {
  const after = headers.get("retry-after");
  if (after !== null) {
    const seconds = /^\d+(\.\d+)?$/.test(after.trim())
      ? Number(after)
      : (Date.parse(after) - now.getTime()) / 1000;
    if (Number.isFinite(seconds)) return Math.max(0, seconds);
  }
  const reset = headers.get("x-ratelimit-reset");
  if (status === 429 && reset !== null && /^\d+$/.test(reset.trim()))
    return Math.max(0, Number(reset) - Math.floor(now.getTime() / 1000));
  return secondsIn(body);
}

/**
 * Reads `retry_in_seconds` at the top, in `extensions`, or in those of the first of `errors`, where GraphQL services
 * put it.
 */
function secondsIn(body: unknown): number | undefined {
  const at = (value: unknown, name: string | number): unknown =>
    value !== null && typeof value === "object"
      ? (value as Record<string | number, unknown>)[name]
      : undefined;
  const places = [body, at(body, "extensions"), at(at(at(body, "errors"), 0), "extensions")];
  const found = places
    .map((place) => at(place, "retry_in_seconds"))
    .find((value) => typeof value === "number");
  return found === undefined ? undefined : Math.max(0, found);
}
