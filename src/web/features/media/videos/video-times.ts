/** Seconds in an address: `90`, `90.5`; null for anything else. */
export function momentOf(value: unknown): number | null {
  const written = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  const seconds = written ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
