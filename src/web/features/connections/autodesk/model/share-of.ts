/** `42% complete` as 0.42; null for what names no share, or none of it. */
export function shareOf(progress: string): number | null {
  if (progress.trim().toLowerCase() === "complete") return 1;
  const percent = /(\d+(?:\.\d+)?)\s*%/.exec(progress)?.[1];
  // Nothing is done yet: how long that lasts nobody knows.
  return percent === undefined || Number(percent) === 0 ? null : Math.min(Number(percent), 100) / 100;
}
