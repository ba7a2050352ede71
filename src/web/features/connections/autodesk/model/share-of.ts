/** Parses `42% complete` as 0.42; null when there is no share, or zero. */
export function shareOf(progress: string): number | null {
  if (progress.trim().toLowerCase() === "complete") return 1;
  const percent = /(\d+(?:\.\d+)?)\s*%/.exec(progress)?.[1];
  // Nothing is done yet: the duration is unknown.
  return percent === undefined || Number(percent) === 0 ? null : Math.min(Number(percent), 100) / 100;
}
